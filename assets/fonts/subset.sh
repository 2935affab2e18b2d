#!/bin/sh
# Makes the font that is embedded in the program from the full one. Usage: sh assets/fonts/subset.sh [FULL_FONT]
# Needs pyftsubset (Python package fonttools); see README.md here for where the full font comes from.
set -eu
cd "$(dirname "$0")"
full=${1:-/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc}
# Font number 2 of the collection is the Simplified Chinese one.
pyftsubset "$full" --font-number=2 --text-file=glyphs.txt --output-file=NotoSerifSC-Bold-subset.otf \
    --desubroutinize --no-hinting --layout-features='' --drop-tables+=vhea,vmtx,VORG,BASE --name-IDs='0,1,2,3,4,5,6,7,13,14'
