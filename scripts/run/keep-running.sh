#!/bin/sh
# keep-running.sh PROGRAM [WORD…]: begins the shop, and begins it again when it died (docs/decisions/what-ends-the-process.md).
# A shell, because a second Node would hold 45 MB for it. Whoever asked the shop to end, or a first start that was
# refused, ends this too, with the shop's own exit code.
child='' told='' fell='' pause=0

tell() {
  heard=1
  [ "$1" = HUP ] && [ -n "$child" ] || told=1
  [ -z "$child" ] || kill -s "$1" "$child" 2>/dev/null
}
trap 'tell TERM' INT TERM
trap 'tell HUP' HUP
# A program in the background would get no input, and the shop asks whether that is a terminal.
exec 3<&0
# The shop ends when this process is not its parent any more: nobody would begin it again.
export FULGOR_KEEPER=$$

while :; do
  began=$(date +%s)
  "$@" <&3 3<&- &
  child=$!
  [ -z "$told" ] || kill -s TERM "$child"
  code=''
  while :; do
    heard=''
    wait "$child"
    status=$?
    # 127: its code was read already.
    [ "$status" = 127 ] && [ -n "$code" ] || code=$status
    [ -n "$heard" ] || break
  done
  child=''
  # It was asked to end (0, SIGHUP, SIGINT, SIGTERM), or could not be begun at all.
  case $code in 0 | 126 | 127 | 129 | 130 | 143) exit "$code" ;; esac
  [ -z "$told" ] || exit "$code"
  # A start that is refused is not tried again. After a fall it is: the database may be away for the same reason.
  [ "$code" != 1 ] || [ -n "$fell" ] || exit 1
  fell=1
  if [ $(($(date +%s) - began)) -ge 60 ] || [ "$pause" -eq 0 ]; then pause=1; else pause=$((pause * 2)); fi
  [ "$pause" -le 30 ] || pause=30
  echo "[fulgor] A loja caiu (código $code). Ela começa de novo em $pause s; para não deixar, Ctrl-C." >&2
  sleep "$pause" &
  nap=$!
  wait "$nap"
  [ -z "$told" ] || { kill "$nap" 2>/dev/null; exit 0; }
done
