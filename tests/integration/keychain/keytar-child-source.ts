/** Source file of keytar's process. */
export const keytarChildSource = new URL('../../../electron/core/keychain/keytar-child.ts', import.meta.url)
