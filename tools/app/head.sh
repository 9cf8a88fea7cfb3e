#!/bin/sh
# swisspair @VERSION@ in one file. What follows the last line is unpacked once, into the user's cache, and run from there.
name=${0##*/}
case $name in *swisscheck*) program=swisscheck ;; *) program=swisspair ;; esac
cache=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}
folder=$cache/swisspair/@IDENTITY@
[ -n "$cache" ] && [ -O "$folder/swisspair" ] && exec "$folder/$program" "$@"

unpack() {
    LC_ALL=C tail -n +@LINES@ "$0" | tar -xzf - -C "$1" && ln -s swisspair "$1/swisscheck"
}
if [ -n "$cache" ] && mkdir -p "$cache/swisspair" 2>/dev/null && fresh=$(mktemp -d "$cache/swisspair/.new-XXXXXX" 2>/dev/null); then
    if unpack "$fresh"; then
        # Somebody else may have been quicker.
        [ -e "$folder" ] && rm -rf "$fresh" || mv "$fresh" "$folder"
        exec "$folder/$program" "$@"
    fi
    rm -rf "$fresh"
fi
fresh=$(mktemp -d) || exit 5
trap 'rm -rf "$fresh"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
if ! unpack "$fresh"; then
    echo "$name: it cannot be unpacked into $fresh: is there room for 130 MB?" >&2
    exit 5
fi
"$fresh/$program" "$@"
exit
