# Print what a shell is offered for a line: sh complete.sh LINE [SHELL]
program=${1%% *}
export "_$(echo "$program" | tr a-z A-Z)_COMPLETE=complete_${2:-fish}" _COMPLETE_LINE="$1"
$program | cut -f1 | paste -sd' '
