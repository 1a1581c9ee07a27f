#!/bin/sh
# Installs svc. Usage: `sh install.sh --help`.
#
# Because of the braces the shell reads the whole script before it runs anything, so a truncated download does nothing.
{
set -eu

# The minisign public key of the releases, the same as in release.pub.
RELEASE_KEY=RWT+S9NIL5SkMwB9h1+cNJK4wa1ta6qIfuSxeYG2Equbv6ldUzjfjhR3

usage() {
  cat <<'END'
Installs svc.

  curl -fsSL "$SVC_INSTALL_BASE/install.sh" | sh -s -- [options]
                                             downloads a release from $SVC_INSTALL_BASE, checks and installs it
  sh install.sh --offline DIR [options]      the same from a folder
  sh install.sh [options]                    in a checkout: builds svc and installs what was built

Options:
  --version VERSION  Install this version instead of the newest
  --dir DIR          Install into this folder
  --offline DIR      Install without a network from this folder: releases, or an unpacked bundle with a browser
  --add-path         Add the folder to PATH in your shell's startup file
  --no-browser       Do not install a browser
  --uninstall        Close the sessions and remove svc and its PATH line; settings and browsers stay
  --help             Show this help

Environment:
  SVC_INSTALL_BASE     Address of the releases: https://, http:// or file://. Must be exported.
  SVC_INSTALL_DIR      Install into this folder
  SVC_HOME             Install into the subfolder bin of this folder. The default is ~/.svc/bin.
  SVC_INSTALL_KEY      Minisign public key of your own releases; "none" skips the check of the signature
  SVC_INSTALL_TIMEOUT  Seconds without data after which a download fails (default: 60)
END
}

fail() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}

warn() {
  printf 'install.sh: warning: %s\n' "$*" >&2
}

has() {
  command -v "$1" >/dev/null 2>&1
}

work=
staged=
# shellcheck disable=SC2317 # the trap runs it
clean() {
  [ -z "$work" ] || rm -rf "$work"
  [ -z "$staged" ] || rm -f "$staged"
}

main() {
  dir=
  version=
  offline=
  browser=yes
  add_path=
  action=install
  while [ $# -gt 0 ]; do
    case $1 in
      --dir | --version | --offline)
        [ $# -gt 1 ] || fail "$1 needs a value; see --help"
        set_option "$1" "$2"
        shift
        ;;
      --dir=* | --version=* | --offline=*) set_option "${1%%=*}" "${1#*=}" ;;
      --no-browser) browser= ;;
      --add-path) add_path=yes ;;
      --uninstall) action=uninstall ;;
      --help | -h) usage; return ;;
      *) fail "unknown option '$1'; see --help" ;;
    esac
    shift
  done

  trap clean EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM

  find_platform
  find_dir
  if [ "$action" = uninstall ]; then uninstall; else install; fi
}

set_option() {
  [ -n "$2" ] || fail "$1 needs a value; see --help"
  case $1 in
    --dir) dir=$2 ;;
    --version) version=${2#v} ;;
    --offline) offline=$2 ;;
  esac
}

install() {
  if [ -n "$offline" ]; then
    [ -d "$offline" ] || fail "$offline is not a folder"
    offline=$(CDPATH='' cd -- "$offline" && pwd)
    download "$offline"
  elif [ -n "${SVC_INSTALL_BASE:-}" ]; then
    download "${SVC_INSTALL_BASE%/}"
  elif find_checkout; then
    build
  else
    fail "SVC_INSTALL_BASE is not set: export it with the address that this script came from"
  fi
  install_file
  remember_base
  unhealthy=
  [ -z "$browser" ] || install_browser
  advise_path
  [ -z "$unhealthy" ] || fail "svc is installed, but svc doctor found a problem"
}

# Sets os, arch, libc (empty or -musl) and exe (empty or .exe).
find_platform() {
  libc=
  exe=
  system=$(uname -s)
  case $system in
    Linux) os=linux ;;
    Darwin) os=darwin ;;
    MINGW* | MSYS* | CYGWIN*) os=windows exe=.exe ;;
    *) fail "there is no build for $system" ;;
  esac
  machine=$(uname -m)
  case $machine in
    x86_64 | amd64) arch=x64 ;;
    aarch64 | arm64) arch=arm64 ;;
    *) fail "there is no build for $system on $machine" ;;
  esac
  case $os in
    # Under Rosetta uname reports x86_64.
    darwin) if [ "$(sysctl -n sysctl.proc_translated 2>/dev/null)" = 1 ]; then arch=arm64; fi ;;
    # A shell for x64 on ARM reports x86_64.
    windows) if [ "${PROCESSOR_ARCHITEW6432:-${PROCESSOR_ARCHITECTURE:-}}" = ARM64 ]; then arch=arm64; fi ;;
    linux)
      # A 64-bit kernel may run a 32-bit system.
      if has getconf && [ "$(getconf LONG_BIT 2>/dev/null)" = 32 ]; then fail "there is no build for a 32-bit system"; fi
      if is_musl; then libc=-musl; fi
      ;;
  esac
  target=$os-$arch$libc
  [ "$arch" != x64 ] || has_sse42 || fail "the processor is too old: svc needs SSE4.2, which processors have since 2008"
}

# Every build needs SSE4.2; AVX2 is optional. Succeeds if the processor's features are unknown.
has_sse42() {
  case $os in
    linux) flags=$(grep -m 1 '^flags' "${SVC_INSTALL_CPUINFO:-/proc/cpuinfo}" 2>/dev/null) || return 0 ;;
    darwin) flags=$(sysctl -n machdep.cpu.features 2>/dev/null) || return 0 ;;
    *) return 0 ;;
  esac
  case $flags in
    *sse4_2* | *SSE4.2* | '') return 0 ;;
    *) return 1 ;;
  esac
}

# ldd shows the libc of this system. The musl loader alone proves nothing, because glibc systems may have it too.
is_musl() {
  if has ldd; then
    case $(ldd --version 2>&1 || :) in
      *musl*) return 0 ;;
      *) return 1 ;;
    esac
  fi
  for loader in /lib/ld-linux*.so.* /lib64/ld-linux*.so.*; do
    [ ! -e "$loader" ] || return 1
  done
  for loader in /lib/ld-musl-*.so.1; do
    [ ! -e "$loader" ] || return 0
  done
  return 1
}

# Sets dir, as an absolute path, and private: svc's home folder, which is created readable by its owner only.
find_dir() {
  private=
  if [ -z "$dir" ]; then
    if [ -n "${SVC_INSTALL_DIR:-}" ]; then
      dir=$SVC_INSTALL_DIR
    elif [ -n "${SVC_HOME:-}" ]; then
      private=$SVC_HOME
    elif [ -n "${HOME:-}" ]; then
      private=$HOME/.svc
    else
      fail "HOME is not set: choose a folder with --dir"
    fi
    dir=${dir:-$private/bin}
  fi
  case $dir in
    /* | [A-Za-z]:*) ;;
    *) dir=$PWD/$dir ;;
  esac
  [ "$dir" = / ] || dir=${dir%/}
}

# Sets root, the folder of this script. Fails if the script is piped into a shell: then $0 is the shell, and the current
# folder must not be built and run.
find_root() {
  [ "${0##*/}" = install.sh ] && [ -f "$0" ] || return 1
  root=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
}

find_checkout() {
  find_root && [ -f "$root/scripts/dev" ] && grep -q '^  "name": "svc",' "$root/package.json" 2>/dev/null
}

build() {
  sh "$root/scripts/dev" build.ts >&2 </dev/null || fail "the build failed"
  file=$root/dist/svc$exe
  [ -f "$file" ] || fail "the build did not create $file"
}

# Gets the release from the address $1 and checks it. Sets file, the unpacked program.
download() {
  base=$1
  work=$(mktemp -d "${TMPDIR:-/tmp}/svc-install.XXXXXX") || fail "cannot make a temporary folder"
  find_version
  name=svc-$version-$target
  fetch "$release/SHA256SUMS" "$work/SHA256SUMS"
  check_signature
  check_browser
  choose_archive
  archive=$work/$name.$extension
  case $release in
    http*) verb=downloading ;;
    *) verb=copying ;;
  esac
  echo "$verb $release/$name.$extension" >&2
  fetch "$release/$name.$extension" "$archive" shown
  actual=$(digest "$archive")
  [ "$actual" = "$expected" ] ||
    fail "the SHA-256 of $release/$name.$extension is $actual, not $expected: nothing was installed"
  unpack
}

# BusyBox's xz cannot read the archives for x64, because it has no filter for their code.
has_xz_utils() {
  has xz && xz --version 2>/dev/null | grep -q 'XZ Utils'
}

# Sets extension and expected: the archive to take and its checksum. A .tar.xz is smaller, but a bundle has none.
choose_archive() {
  expected=
  if [ "$os" = windows ]; then
    extension=zip
  else
    extension=tar.xz
    ! has_xz_utils || expected=$(listed_sum)
    [ -n "$expected" ] || extension=tar.gz
  fi
  [ -n "$expected" ] || expected=$(listed_sum)
  [ -n "$expected" ] || fail "$release/SHA256SUMS has no entry for $name.$extension: nothing was installed"
}

# sha256sum writes *name for binary files.
listed_sum() {
  tr -d '\r' <"$work/SHA256SUMS" |
    awk -v name="$name.$extension" '$2 == name || $2 == "*" name { print tolower($1); exit }'
}

# Sets version and release, the address of its folder. An offline folder may contain a single version.
find_version() {
  if [ -n "$offline" ] && [ ! -f "$offline/latest" ] && [ -f "$offline/SHA256SUMS" ]; then
    release=$base
    version=$(sed -n 's/^.* [ *]svc-\(.*\)-'"$target"'\.[tz].*$/\1/p' "$offline/SHA256SUMS" | head -n 1)
    [ -n "$version" ] || fail "$offline has no build for $target"
    return
  fi
  if [ -z "$version" ]; then
    fetch "$base/latest" "$work/latest"
    version=$(tr -d ' \r\n' <"$work/latest")
  fi
  case $version in
    '' | *[!0-9A-Za-z.+_-]*) fail "'$version' in $base/latest is not a version: nothing was installed" ;;
  esac
  release=$base/v$version
}

# The signature covers SHA256SUMS and thus all files.
check_signature() {
  key=${SVC_INSTALL_KEY:-$RELEASE_KEY}
  [ "$key" != none ] || return 0
  if is_unsigned_bundle; then
    echo "this bundle is not signed: only its checksums are checked" >&2
    return
  fi
  if ! has minisign; then
    echo "minisign is not installed: the checksum is checked, but the signature is not" >&2
    return
  fi
  fetch "$release/SHA256SUMS.minisig" "$work/SHA256SUMS.minisig"
  if minisign -V -q -m "$work/SHA256SUMS" -P "$key" >"$work/said" 2>&1; then return; fi
  ! grep -q 'key id' "$work/said" ||
    fail "$release/SHA256SUMS is signed with another key than $key: nothing was installed; export SVC_INSTALL_KEY with the public key of your own releases"
  fail "the signature of $release/SHA256SUMS is not valid: $(said): nothing was installed"
}

# `svc bundle` does not sign. A signature would prove nothing here, because whoever changes the bundle can change this script
# too. If SVC_INSTALL_KEY is set, a signature is still required.
is_unsigned_bundle() {
  [ -n "$offline" ] && [ -z "${SVC_INSTALL_KEY:-}" ] && [ -f "$offline/bundle.json" ] &&
    [ ! -f "$offline/SHA256SUMS.minisig" ] && find_root && [ "$root" = "$offline" ]
}

has_bundled_browser() {
  [ -n "$offline" ] && [ -d "$offline/browser" ]
}

# The files of a bundle's browser must be exactly those in SHA256SUMS.
check_browser() {
  has_bundled_browser && [ -n "$browser" ] || return 0
  grep ' [ *]browser/' "$work/SHA256SUMS" >"$work/browser" || :
  [ "$(find "$offline/browser" ! -type d | wc -l)" -eq "$(wc -l <"$work/browser")" ] ||
    fail "$offline/browser has missing or additional files (see SHA256SUMS): nothing was installed"
  if has sha256sum; then set -- sha256sum -c; else set -- shasum -a 256 -c; fi
  (cd -- "$offline" && "$@" "$work/browser") >"$work/said" 2>&1 ||
    fail "a file of the browser does not match SHA256SUMS: $(grep -v ': OK$' "$work/said" | head -n 1): nothing was installed"
}

unpack() {
  if [ "$extension" = zip ]; then
    if has unzip; then
      unzip -q "$archive" -d "$work" >"$work/said" 2>&1 || fail "cannot unpack $archive: $(said)"
    else
      # Windows' own tar reads zip archives.
      /c/Windows/System32/tar.exe -xf "$archive" -C "$work" >"$work/said" 2>&1 || fail "cannot unpack $archive: $(said)"
    fi
  elif [ "$extension" = tar.xz ]; then
    { xz -dc "$archive" | tar -xf - -C "$work"; } >"$work/said" 2>&1 || fail "cannot unpack $archive: $(said)"
  else
    tar -xzf "$archive" -C "$work" >"$work/said" 2>&1 || fail "cannot unpack $archive: $(said)"
  fi
  rm -f "$archive"
  file=$work/$name/svc$exe
  [ -f "$file" ] || fail "$name.$extension has no svc$exe: nothing was installed"
}

digest() {
  # Uses standard input, because special characters in a file name change the format of the output.
  if has sha256sum; then
    sum=$(sha256sum <"$1")
  elif has shasum; then
    sum=$(shasum -a 256 <"$1")
  else
    fail "neither sha256sum nor shasum is installed: install one of them to check the download"
  fi
  printf '%s\n' "${sum%% *}"
}

# Fetches the address $1 into the file $2. Output of the program is shown only in the error of a failure; but if $3 is set,
# a terminal shows a progress bar.
fetch() {
  seconds=${SVC_INSTALL_TIMEOUT:-60}
  case $1 in
    /* | file://*)
      path=$1
      [ "${1#file://}" = "$1" ] || path=$(printf '%s\n' "${1#file://}" | sed 's/%20/ /g')
      cp -- "$path" "$2" 2>"$work/said" || fail "cannot read $path: $(said)"
      return
      ;;
    https://*) schemes='=https' ;;
    http://*) schemes='=http,https' ;;
    *) fail "SVC_INSTALL_BASE must begin with https://, http:// or file://" ;;
  esac
  if has curl; then
    set -- "$1" "$2" "${3:-}" --proto "$schemes" --retry 1 --connect-timeout "$seconds" --speed-limit 1 --speed-time "$seconds"
    fetch_with_curl "$@"
  elif has wget; then
    # BusyBox may be built with a wget without timeouts.
    limits=
    if wget --help 2>&1 | grep -q -- -T; then limits="-t 3 -T $seconds"; fi
    # shellcheck disable=SC2086 # two options with their values
    wget $limits -O "$2" "$1" 2>"$work/said" </dev/null || fail "cannot download $1: $(said)"
    # BusyBox may be built with a TLS that accepts every certificate and only prints a note.
    if grep -q 'certificate validation not implemented' "$work/said"; then
      fail "this wget does not check certificates: install curl"
    fi
  else
    fail "neither curl nor wget is installed: install one of them to download svc"
  fi
}

fetch_with_curl() {
  from=$1
  to=$2
  bar=$3
  shift 3
  if [ -n "$bar" ] && [ -t 2 ]; then
    curl -fL "$@" --progress-bar -o "$to" "$from" || fail "cannot download $from"
  else
    curl -fsSL "$@" -o "$to" "$from" 2>"$work/said" || fail "cannot download $from: $(said)"
  fi
}

# Prints the line with the reason: curl's first line that begins with "curl:", otherwise the last line.
said() {
  if grep -q '^curl: ' "$work/said"; then
    sed -n '/^curl: /{p;q;}' "$work/said"
  else
    grep -v '^[[:space:]]*$' "$work/said" | tail -n 1
  fi
}

# Copies the program beside the installed one, tests it, then renames it over the old one: processes that run keep the old
# file, and after a failure the old one stays.
install_file() {
  installed=$dir/svc$exe
  [ ! -d "$installed" ] || fail "$installed is a folder"
  if [ -n "$private" ] && [ ! -d "$private" ]; then
    said=$(umask 077 && mkdir -p -- "$private" 2>&1) || fail "cannot make $private: $said"
  fi
  said=$(mkdir -p -- "$dir" 2>&1) || fail "cannot make $dir: $said"
  staged=$dir/.svc-new-$$$exe
  said=$(cp -- "$file" "$staged" 2>&1) || fail "cannot write to $dir: $said"
  chmod 755 "$staged"
  printed=$("$staged" --version </dev/null) || fail "svc does not start on this machine: nothing was installed$(musl_advice)"
  # Windows cannot replace a running program, but can rename it. Renamed programs of earlier installations are removed.
  old=
  if [ "$os" = windows ] && [ -e "$installed" ]; then
    rm -f -- "$dir"/svc-old-*"$exe" 2>/dev/null || :
    old=$dir/svc-old-$$$exe
    mv -f -- "$installed" "$old"
  fi
  if ! said=$(mv -f -- "$staged" "$installed" 2>&1); then
    [ -z "$old" ] || mv -f -- "$old" "$installed"
    fail "cannot write $installed: $said"
  fi
  staged=
  echo "installed $installed"
  echo "$printed"
}

# Stores the address of the releases for `svc upgrade`.
remember_base() {
  [ -n "${base:-}" ] && [ -z "$offline" ] || return 0
  "$installed" config set install_base "$base" >/dev/null 2>&1 </dev/null ||
    warn "the address for svc upgrade was not stored; run: $installed config set install_base $base"
}

musl_advice() {
  [ -z "$libc" ] || printf ' (on Alpine it needs: apk add libstdc++ libgcc)'
}

advise_path() {
  case :$PATH: in
    *":$dir:"*)
      found=$(command -v svc) || found=
      case $found in
        "$dir"/* | '') ;;
        *) warn "another svc comes before it in PATH: $found" ;;
      esac
      return
      ;;
  esac
  if ! find_path_line; then
    echo "$dir is not in PATH"
  elif [ -z "$add_path" ]; then
    printf '%s is not in PATH. Add this line to %s:\n\n  %s\n\n' "$dir" "$rc" "$line"
  elif [ -f "$rc" ] && grep -qxF -- "$line" "$rc"; then
    echo "$rc adds $dir to PATH already: open a new shell"
  else
    mkdir -p -- "${rc%/*}"
    # Otherwise the line would be appended to an unfinished last line.
    if [ -s "$rc" ] && [ -n "$(tail -c 1 "$rc")" ]; then echo >>"$rc"; fi
    printf '%s\n' "$line" >>"$rc" || fail "cannot write $rc"
    echo "added $dir to PATH in $rc: open a new shell"
  fi
}

# Sets rc, the startup file of the user's shell, and line, which adds dir to PATH there.
find_path_line() {
  [ -n "${HOME:-}" ] || return 1
  # Escapes the four special characters in double quotes.
  quoted=\"$(printf '%s\n' "$dir" | sed 's/["$`\\]/\\&/g')\"
  line="export PATH=$quoted:\"\$PATH\""
  shell=${SHELL:-}
  case ${shell##*/} in
    zsh) rc=${ZDOTDIR:-$HOME}/.zshrc ;;
    # Terminals on macOS start login shells, which do not read .bashrc.
    bash) if [ "$os" = darwin ]; then rc=$HOME/.bash_profile; else rc=$HOME/.bashrc; fi ;;
    fish) rc=${XDG_CONFIG_HOME:-$HOME/.config}/fish/config.fish line="fish_add_path $quoted" ;;
    *) rc=$HOME/.profile ;;
  esac
}

uninstall() {
  installed=$dir/svc$exe
  [ -f "$installed" ] || [ -L "$installed" ] || fail "there is no $installed"
  "$installed" close --all >/dev/null 2>&1 </dev/null || warn "cannot close all sessions; they may still run"
  said=$(rm -f -- "$installed" "$dir/profile-sync$exe" "$dir/.svc-previous$exe" 2>&1) || fail "cannot remove $installed: $said"
  echo "removed $installed"
  if find_path_line && [ -f "$rc" ] && grep -qxF -- "$line" "$rc"; then
    work=$(mktemp -d "${TMPDIR:-/tmp}/svc-install.XXXXXX") || fail "cannot make a temporary folder"
    # Written in place, because the file may be a symbolic link and must keep its owner and mode.
    grep -vxF -- "$line" "$rc" >"$work/rc" || :
    cat "$work/rc" >"$rc" || fail "cannot write $rc"
    echo "removed the PATH line from $rc"
  fi
  home=${SVC_HOME:-${HOME:-}/.svc}
  [ ! -d "$home" ] || echo "settings, histories and browsers are still in $home; to remove them too, run: rm -rf '$home'"
}

# svc reports an existing browser itself. A failure is only a warning, because much of svc works without a browser.
install_browser() {
  if has_bundled_browser; then
    "$installed" install --from "$offline/browser" </dev/null ||
      warn "the browser does not run yet: install the libraries that are listed in $offline/LIBRARIES.txt"
    "$installed" doctor </dev/null || unhealthy=yes
    return
  fi
  if [ -n "$offline" ]; then
    echo "no browser was installed; to install one from an archive, run: $installed install --from FILE"
    return
  fi
  "$installed" install </dev/null || warn "no browser was installed; to install one, run: $installed install"
}

main "$@"
exit
}
