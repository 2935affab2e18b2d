#!/bin/sh
# A program that greets as the engine protocol wants it, and then misbehaves as its argument says.
while read -r line; do
    case "$line" in
        uci) echo "id name Unruly"; echo "uciok" ;;
        isready) [ "$1" = ends-early ] && exit 3; echo "readyok" ;;
        go*)
            case "$1" in
                ends) exit 3 ;;
                cheats) echo "bestmove a1g9" ;;
                babbles) echo "info string I know"; echo "bestmove to win" ;;
            esac
            ;;
        quit) exit ;;
    esac
done
