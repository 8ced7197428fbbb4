/** What the browser starts: the host, on the Node that this application runs on. */
export interface LaunchedHost {
  /** Node or Electron, with its whole path. */
  program: string
  /** Electron runs a script only if it is told to. */
  isElectron: boolean
  /** The built host. */
  script: string
  dataDir: string
}

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/
const ASCII = /^[\u0020-\u007e]*$/

/** @returns the text of the launcher, or `null` if a path has a character that it cannot hold */
export function launcherText(host: LaunchedHost, platform: NodeJS.Platform): string | null {
  const words = [host.program, host.script, `--data-dir=${host.dataDir}`]
  if (words.some((word) => CONTROL.test(word))) return null
  return platform === 'win32' ? commandFile(words, host.isElectron) : shellScript(words, host.isElectron)
}

/** Of POSIX. `exec`: the browser's signals and the end of its pipes reach the host itself. */
function shellScript(words: readonly string[], isElectron: boolean): string {
  return [
    '#!/bin/sh',
    '# Written by Ventanilla: starts the native host of its browser extension.',
    ...(isElectron ? ['export ELECTRON_RUN_AS_NODE=1'] : []),
    `exec ${words.map(quotedForShell).join(' ')} "$@"`,
    '',
  ].join('\n')
}

const quotedForShell = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

/** Of Windows. Nothing but frames may be written to its output. */
function commandFile(words: readonly string[], isElectron: boolean): string | null {
  if (words.some((word) => word.includes('"'))) return null
  return [
    '@echo off',
    'setlocal DisableDelayedExpansion',
    // It is read in the code page of the console, line by line.
    ...(words.every((word) => ASCII.test(word)) ? [] : ['chcp 65001 >nul']),
    ...(isElectron ? ['set ELECTRON_RUN_AS_NODE=1'] : []),
    `${words.map(quotedForCommand).join(' ')} %*`,
    '',
  ].join('\r\n')
}

/** A backslash before the last quote would take it into the word. */
const quotedForCommand = (word: string): string => `"${word.replaceAll('%', '%%').replace(/\\+$/, '$&$&')}"`
