#!/bin/sh
# Starts the version of Ventanilla that `current` names (docs/packages.md). POSIX shell for Linux and macOS.
set -u
unset VENTANILLA_TRIAL

fail() {
  printf '%s\n' "Ventanilla: $1" >&2
  exit 1
}

# Finds the installation: the directory of this file, and not of a link on the PATH.
self=$0
case $self in */*) ;; *) self=./$self ;; esac
while [ -L "$self" ]; do
  target=$(readlink "$self") || fail "no se puede leer $self"
  case $target in /*) self=$target ;; *) self=${self%/*}/$target ;; esac
done
home=$(CDPATH='' cd -- "${self%/*}" && pwd -P) || fail "no se puede abrir ${self%/*}"

# Prints the first line of a file; empty if there is none. `is_version` refuses a line that leads out of versions/.
first_line() {
  line=
  # `read` fails for a line without a line end, but still sets the variable.
  [ -r "$1" ] && IFS= read -r line <"$1"
  printf '%s' "$line"
}
is_version() {
  case $1 in '' | .* | *[!0-9A-Za-z.+-]*) return 1 ;; esac
  [ -d "$home/versions/$1" ]
}
options_of() {
  first_line "$home/versions/$1/node-options"
}

# Replaces this process by a version.
start() {
  version=$1
  shift
  options=$(options_of "$version")
  # Options are words without spaces.
  # shellcheck disable=SC2086
  exec "$home/versions/$version/node" $options "$home/versions/$version/out/main/web.js" "$@"
}

current=$(first_line "$home/current")
is_version "$current" || fail "la instalación de $home está incompleta: vuelve a instalar el programa"
trial=$home/trial
[ -e "$trial" ] || start "$current" "$@"

# --- Trial of a version that has not started yet. ---

# `trial` names the version. If `current` names another one, a rollback or a swap was interrupted. Both start as a
# rollback, and the application completes an interrupted swap.
tried=$(first_line "$trial")
is_version "$tried" || tried=$current
if [ "$tried" != "$current" ]; then
  rm -f "$trial"
  start "$current" "--update-undone=$tried" "$@"
fi
previous=$(first_line "$home/previous")
if ! is_version "$previous" || [ "$previous" = "$tried" ]; then
  # There is no version for a rollback.
  rm -f "$trial"
  start "$tried" "$@"
fi

patience=${VENTANILLA_TRIAL_SECONDS:-60}
# Process of the version on trial, so that a second launcher waits for it instead of starting another.
record=$home/.trial-process

# True if a process number of another launcher is the version on trial. The system reuses process numbers.
is_tried() {
  case $1 in '' | *[!0-9]*) return 1 ;; esac
  case $(ps -ww -p "$1" -o args= 2>/dev/null) in *"$home/versions/$tried/node"*) return 0 ;; *) return 1 ;; esac
}
is_undecided() {
  [ -e "$trial" ] && [ "$(first_line "$home/current")" = "$tried" ]
}

# Rolls back: ends the version, then names `previous` in `current` by a rename, then removes `trial`. The code above
# handles a kill between the last two steps. Arguments: command that tests the process, process number, and the
# arguments of the launcher.
go_back() {
  is_alive=$1
  child=$2
  shift 2
  trap - TERM INT HUP
  kill "$child" 2>/dev/null
  left=5
  while $is_alive "$child" 2>/dev/null && [ $left -gt 0 ]; do
    sleep 1
    left=$((left - 1))
  done
  $is_alive "$child" 2>/dev/null && kill -9 "$child"
  wait "$child" 2>/dev/null
  printf '%s\n' "$previous" >"$home/.current.$$" && mv -f "$home/.current.$$" "$home/current"
  rm -f "$trial" "$record"
  start "$previous" "--update-undone=$tried" "$@"
}

# Another launcher tries the version, or was killed during its trial. The recorded process decides for both.
other=$(first_line "$record")
if is_tried "$other"; then
  waits=0
  while is_undecided && is_tried "$other" && [ $waits -lt "$patience" ]; do
    sleep 1
    waits=$((waits + 1))
  done
  is_undecided && is_tried "$other" && go_back is_tried "$other" "$@"
  # The process ended. Within this time its launcher, if alive, rolls back or leaves the version for another trial.
  waits=0
  while is_undecided && [ $waits -lt 7 ]; do
    sleep 1
    waits=$((waits + 1))
  done
  if ! is_undecided; then
    current=$(first_line "$home/current")
    is_version "$current" || fail "la instalación de $home está incompleta: vuelve a instalar el programa"
    [ "$current" = "$tried" ] || start "$current" "--update-undone=$tried" "$@"
    start "$current" "$@"
  fi
fi

options=$(options_of "$tried")
# VENTANILLA_TRIAL allows exit code 75 for an instance that hands over to a running one.
# shellcheck disable=SC2086
VENTANILLA_TRIAL=1 "$home/versions/$tried/node" $options "$home/versions/$tried/out/main/web.js" "$@" <&0 &
child=$!
printf '%s\n' "$child" >"$record"

# The end of the session is no failure of the version. The next start tries the version again.
stopped=
trap 'stopped=1; kill "$child" 2>/dev/null' TERM INT HUP

waits=0
while is_undecided && kill -0 "$child" 2>/dev/null && [ $waits -lt "$patience" ]; do
  sleep 1
  waits=$((waits + 1))
done
if [ -z "$stopped" ] && is_undecided && kill -0 "$child" 2>/dev/null; then
  go_back 'kill -0' "$child" "$@"
fi
wait "$child"
code=$?
# A signal interrupts `wait`, but the program still runs.
while kill -0 "$child" 2>/dev/null; do
  wait "$child"
  code=$?
done
rm -f "$record"
# The version worked, and may already have installed the next version.
if [ -n "$stopped" ] || ! is_undecided; then exit $code; fi
# The program handed over to a running instance. The trial of this version is undecided.
[ $code -eq 75 ] && exit 0
go_back 'kill -0' "$child" "$@"
