/** Label of the agent, and the name of its file without its ending. */
export const LAUNCH_AGENT = 'es.ventanilla.desktop'

/**
 * Property list that has macOS start a command with the user's session, from the next one on.
 * @returns `null` for a path that XML cannot hold
 */
export function launchAgent(command: readonly string[]): string | null {
  if (command.some((word) => /[\p{Cc}\u2028\u2029\ufffe\uffff]/u.test(word) || !word.isWellFormed()))
    return null
  const words = command.map((word) => `    <string>${escaped(word)}</string>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    '  <key>Label</key>',
    `  <string>${LAUNCH_AGENT}</string>`,
    '  <key>ProgramArguments</key>',
    '  <array>',
    ...words,
    '  </array>',
    '  <key>RunAtLoad</key>',
    '  <true/>',
    '</dict>',
    '</plist>',
    '',
  ].join('\n')
}

const escaped = (word: string) =>
  word.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
