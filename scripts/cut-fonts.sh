#!/usr/bin/env bash
# cut-fonts.sh FOLDER: makes app/fonts/*.woff2 with fonttools 4 of the files of @fontsource-variable/inter and
# of the headings' four (bricolage-grotesque, archivo, sora, fraunces), which lie in FOLDER (docs/decisions/fonts.md).
set -euo pipefail
folder=$1
TEXT="U+20-7E,U+A0-FF,U+2010-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2039,U+203A,U+20AC,U+2122,U+2191,U+2193,U+2212"
HEADINGS="U+20-3B,U+3F-5A,U+5F,U+61-7A,U+A0,U+AA,U+B7,U+BA,U+C0-C3,U+C7-CA,U+CD,U+D3-D5,U+DA,U+DC,U+E0-E3,U+E7-EA,U+ED,U+F1,U+F3-F5,U+FA,U+FC,U+2013,U+2014,U+2019,U+201C,U+201D,U+2026"
cut_font() { # package file weights letters name
  fonttools varLib.instancer -q "$folder/$1" "wght=$2" -o cut.ttf
  pyftsubset cut.ttf --unicodes="$3" --layout-features=kern,tnum --no-hinting ${5:-} --flavor=woff2 --output-file="app/fonts/$4.woff2"
}
[ -n "${HEADING_FONTS:-}" ] || cut_font inter-latin-wght-normal.woff2 400:700 "$TEXT" inter
for name in ${HEADING_FONTS:-bricolage-grotesque archivo sora fraunces}; do
  cut_font "$name-latin-wght-normal.woff2" 700 "$HEADINGS" "$name" "--drop-tables+=STAT,GDEF,gasp --name-IDs=0,1"
  python3 scripts/coarser-kerning.py "app/fonts/$name.woff2"
done
rm cut.ttf
