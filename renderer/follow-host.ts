import type {
  ENTER_PATH as EnterPath,
  HostFrame,
  MOVE_PATIENCE_MS as MovePatience,
  MOVED_PATH as MovedPath,
} from '#shared/bridge/frames.ts'

const ENTER_PATH: typeof EnterPath = '/enter'
const MOVED_PATH: typeof MovedPath = '/moved'
const MOVE_PATIENCE_MS: typeof MovePatience = 180_000
const RETRY_MS = 400
const ANSWER_TIMEOUT_MS = 5_000
const IV_BYTES = 12

type Moving = NonNullable<HostFrame['moving']>

/**
 * Polls the former address of the host for the address of the next process. The answer is sealed for this window.
 * Only the next process receives the token.
 * @returns `null` if no process of Ventanilla answers in time
 */
export async function nextAddress(
  from: { origin: string; fetch: typeof fetch } & Moving,
): Promise<string | null> {
  const since = performance.now()
  while (performance.now() - since < MOVE_PATIENCE_MS) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    const origin = await askNewOrigin(from)
    if (origin !== null) return `${origin}${ENTER_PATH}?token=${from.token}`
  }
  return null
}

async function askNewOrigin(from: { origin: string; fetch: typeof fetch } & Moving): Promise<string | null> {
  const nonce = crypto.randomUUID()
  try {
    const answer = await from.fetch(`${from.origin}${MOVED_PATH}?nonce=${nonce}`, {
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    })
    if (!answer.ok) return null
    const { address } = (await answer.json()) as { address: string }
    return await unsealAddress(from.key, nonce, address)
  } catch {
    // The next process does not answer yet, or another program answers.
    return null
  }
}

/**
 * Decrypts the answer of `MOVED_PATH` (electron/web/restart.ts). Rejects an answer that was not sealed with this key
 * and nonce.
 */
async function unsealAddress(key: string, nonce: string, sealed: string): Promise<string> {
  const bytes = decodeBase64Url(sealed)
  const imported = await crypto.subtle.importKey('raw', decodeBase64Url(key), 'AES-GCM', false, ['decrypt'])
  const additionalData = new TextEncoder().encode(nonce)
  const options = { name: 'AES-GCM', iv: bytes.slice(0, IV_BYTES), additionalData }
  const plain = await crypto.subtle.decrypt(options, imported, bytes.slice(IV_BYTES))
  return new TextDecoder().decode(plain)
}

const decodeBase64Url = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
