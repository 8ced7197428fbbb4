const KEY = 'secret'
const BYTES = 32

/** What makes this browser profile known to the application: 256 bits, made once. */
export function createSecret(
  storage: Pick<chrome.storage.StorageArea, 'get' | 'set'>,
): () => Promise<string> {
  let secret: Promise<string> | null = null
  const read = async () => {
    const kept = (await storage.get(KEY))[KEY]
    if (typeof kept === 'string' && /^[\w-]{43}$/.test(kept)) return kept
    const made = base64Url(crypto.getRandomValues(new Uint8Array(BYTES)))
    await storage.set({ [KEY]: made })
    return made
  }
  return () => {
    // One at a time: two made at once would be two browsers for the application.
    secret ??= read().catch((error: unknown) => {
      secret = null
      throw error
    })
    return secret
  }
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
