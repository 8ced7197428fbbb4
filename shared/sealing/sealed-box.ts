import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
} from 'node:crypto'

/** An X25519 key pair: each part is 32 bytes in base64url. */
export interface KeyPair {
  publicKey: string
  privateKey: string
}

/** Key that data are sealed to. Its id is random, so that no two offices share it. */
export interface SealingKey {
  id: string
  publicKey: string
}

/** Kinds of sealed pieces. The kind is part of the sealing: a piece of one kind does not open as another. */
export type SealedKind = 'thin' | 'extra' | 'brief' | 'unreadable' | 'keyring'

const PUBLIC = 32
const TAG = 16
const KEY = 32
const NONCE = 12

export function newKeyPair(): KeyPair {
  const { x = '', d = '' } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' })
  return { publicKey: x, privateKey: d }
}

const publicOf = (x: string) => createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x }, format: 'jwk' })
const privateOf = ({ publicKey: x, privateKey: d }: KeyPair) =>
  createPrivateKey({ key: { kty: 'OKP', crv: 'X25519', x, d }, format: 'jwk' })

/**
 * Key and nonce of the cipher for one piece. Both are used once: the ephemeral key is new each time, and the kind is
 * part of the input.
 */
function derive(shared: Buffer, ephemeral: string, { id, publicKey }: SealingKey, kind: SealedKind) {
  const about = Buffer.from(`ventanilla sealed 1\n${kind}\n${id}\n${publicKey}\n${ephemeral}`)
  const bytes = Buffer.from(hkdfSync('sha256', shared, '', about, KEY + NONCE))
  return { key: bytes.subarray(0, KEY), nonce: bytes.subarray(KEY), about }
}

/**
 * Seals pieces to a key, at most one of each kind, with X25519 (ephemeral key), HKDF-SHA-256 and AES-256-GCM.
 * Each piece opens without the others. A piece has the ephemeral key, the ciphertext and its tag, in base64url.
 * @throws for an invalid key, and for a second piece of one kind, which would repeat key and nonce
 */
export function createSealer(to: SealingKey): (kind: SealedKind, content: string | Uint8Array) => string {
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  const ephemeral = publicKey.export({ format: 'jwk' }).x ?? ''
  const shared = diffieHellman({ privateKey, publicKey: publicOf(to.publicKey) })
  const done = new Set<SealedKind>()
  return (kind, content) => {
    if (done.has(kind)) throw new Error(`a piece of the kind ${kind} was sealed before`)
    done.add(kind)
    const { key, nonce, about } = derive(shared, ephemeral, to, kind)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(about)
    const sealed = [Buffer.from(ephemeral, 'base64url'), cipher.update(content), cipher.final()]
    return Buffer.concat([...sealed, cipher.getAuthTag()]).toString('base64url')
  }
}

/**
 * Opens a piece.
 * @throws if the piece was sealed to another key or as another kind, or was changed
 */
export function openSealed(pair: KeyPair & { id: string }, kind: SealedKind, sealed: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < PUBLIC + TAG) throw new Error('it is too short to be sealed')
  const ephemeral = bytes.subarray(0, PUBLIC).toString('base64url')
  const shared = diffieHellman({ privateKey: privateOf(pair), publicKey: publicOf(ephemeral) })
  const { key, nonce, about } = derive(shared, ephemeral, pair, kind)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG })
  decipher.setAAD(about).setAuthTag(bytes.subarray(-TAG))
  return Buffer.concat([decipher.update(bytes.subarray(PUBLIC, -TAG)), decipher.final()])
}

/** True if the private half belongs to the public one. */
export function isKeyPair(pair: KeyPair): boolean {
  try {
    openSealed({ ...pair, id: '' }, 'keyring', createSealer({ ...pair, id: '' })('keyring', ''))
    return true
  } catch {
    return false
  }
}

/**
 * True for a public key that data can be sealed to. The few weak keys, with which anybody can open a piece, are
 * refused.
 */
export function isSealable(publicKey: string): boolean {
  try {
    createSealer({ id: '', publicKey })
    return true
  } catch {
    return false
  }
}
