"""The argument forms, files, sentences and exit statuses of bbpPairings and JaVaFo."""
