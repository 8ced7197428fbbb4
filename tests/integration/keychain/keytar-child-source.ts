/** The entry of keytar's process, as its source. */
export const keytarChildSource = new URL('../../../electron/core/keychain/keytar-child.ts', import.meta.url)
