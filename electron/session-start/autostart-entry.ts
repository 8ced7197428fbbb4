/**
 * Text of a desktop file that starts the application with the session (XDG autostart), hidden.
 * @returns `null` for a path that a desktop file cannot hold
 */
export function autostartEntry(name: string, command: readonly string[]): string | null {
  if (command.some((word) => /\p{Cc}/u.test(word))) return null
  return [
    '[Desktop Entry]',
    'Type=Application',
    `Name=${name}`,
    `Exec=${command.map(quoted).join(' ')}`,
    // Removed with its package, it is no error of every start of the session.
    `TryExec=${(command[0] ?? '').replaceAll('\\', '\\\\')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')
}

/**
 * A word of `Exec`: quoted, its quotes, backticks, dollars and backslashes escaped, field codes doubled; and
 * every backslash doubled again, as in any value of a desktop file.
 */
function quoted(word: string): string {
  const escaped = word.replaceAll('%', '%%').replace(/["`$\\]/g, '\\$&')
  return `"${escaped}"`.replaceAll('\\', '\\\\')
}

/** State of an entry as the desktops keep it: each marks a disabled one in its own way. */
export function readEntry(text: string, command: readonly string[]): 'on' | 'off' | 'blocked' {
  const lines = new Set(text.split(/\r?\n/).map((line) => line.replace(/\s*=\s*/, '=').trim()))
  if (lines.has('Hidden=true') || lines.has('X-GNOME-Autostart-enabled=false')) return 'blocked'
  // One that starts another program, or this one at another place, is not ours any more.
  return lines.has(`Exec=${command.map(quoted).join(' ')}`) ? 'on' : 'off'
}
