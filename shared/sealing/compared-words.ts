import { createHash, randomBytes, scrypt } from 'node:crypto'

/** 256 short words without accents, no two of them one letter apart. */
const WORDS = `
  abeja abeto abrigo abril aceite acero agua alba aldea almendra ancla anillo arado arcilla arco arena
  arpa arroz astro avispa azada azul bahia balanza balcon ballena bambu banco barca barro baston bolsa
  bosque bota brisa bronce brujula buzon cabra cacao cadena cafe caja calle camello campo canal canela
  canoa carbon carta cedro ceniza cereza cesta cielo cine ciruela clavo cobre colina cometa concha
  copa coral corcho corona cristal cuadro cuchara cuerda cumbre dado danza desierto diente disco duna
  encina enero ermita escoba espejo espiga esquina estrella faro farola feria ficha fiesta flauta
  flecha flor foca fogata fresa fuente gaita gallo ganso garza gato gaviota girasol globo gorra granja
  grillo grulla guante guitarra haya hebra helecho hierro higo hoguera hoja horno huerta huevo iglesia
  imagen isla jabon jardin jarra lago lana lapiz laurel leche lechuza lente libro liebre limon lince
  lino llave lluvia loma madera maleta mango manta manzana mapa mariposa martillo marzo mayo mesa
  metal miel mina molino moneda monte mora motor muelle mundo museo naranja nave niebla nieve nogal
  norte nube nudo nuez nutria oasis oboe oliva olmo onda oveja pala palmera paloma papel parque pasto
  patio peine pelota pera petalo piano piedra pinar piragua pluma polen pomelo pozo queso quilla rama
  raqueta reloj remo resina retama rincon roble rocio rosa rueda ruta salmon sandia sauce sello selva
  semilla senda seta sierra silla sombra tambor taza techo tejado tela templo tigre tinta tomate
  tomillo torre tortuga trigo tronco trueno tulipan vaca vagon velero venado ventana verano vereda
  viento violin volcan yate yedra yunque zapato zorro
`
  .trim()
  .split(/\s+/)

/** Words for the first bytes of a digest, with eight bits each. */
const digestWords = (digest: Uint8Array, count: number): string[] =>
  Array.from({ length: count }, (_, index) => WORDS[digest[index] ?? 0] ?? '')

/**
 * Three words that both screens of a pairing show, for a person to compare. They differ if somebody else gave the
 * code.
 * They have 24 bits. Guesses cannot be retried, because each attempt is a new pairing.
 * @param digest 32 bytes, made of the code and the nonces of both sides
 */
export function pairingWords(digest: Uint8Array): [string, string, string] {
  if (digest.length !== 32) throw new RangeError('The digest of a pairing has 32 bytes.')
  const [first = '', second = '', third = ''] = digestWords(digest, 3)
  return [first, second, third]
}

/** Each guess takes 32 MB and about a tenth of a second. */
const COST = { N: 2 ** 15, r: 8, maxmem: 64 * 1024 * 1024 }

/** Slow digest, against a relay in the middle that tries keys until the words are the same. */
const slowDigest = (text: string): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(text, 'ventanilla compared words', 32, COST, (error, digest) =>
      error === null ? resolve(digest) : reject(error),
    ),
  )

/** Random half of the words of a pairing: 16 bytes in base64url. */
export const newPairingNonce = (): string => randomBytes(16).toString('base64url')

const digestOf = (purpose: string, parts: readonly string[]): Buffer =>
  createHash('sha256')
    .update([`ventanilla pairing 3 ${purpose}`, ...parts].join('\n'))
    .digest()

/** Values that the new PC is committed to. */
export interface PairingCommitted {
  code: string
  /** Key of the new PC. */
  publicKey: string
  /** Nonce of the new PC. */
  nonce: string
}

/** Commitment that the new PC sends with its key, before it knows the administrator's nonce. */
export const pairingCommitment = ({ code, publicKey, nonce }: PairingCommitted): string =>
  digestOf('commitment', [code, publicKey, nonce]).toString('base64url')

/**
 * Three words of a pairing. A relay in the middle cannot search for a key with the same words: it commits to a key
 * and a nonce before it learns the administrator's nonce. The new PC reveals its own nonce last, after it has the
 * office's key.
 * @param adminNonce nonce of the administrator, with the office's key
 */
export const wordsOfPairing = (
  { code, publicKey, nonce }: PairingCommitted,
  adminNonce: string,
): [string, string, string] => pairingWords(digestOf('words', [code, publicKey, nonce, adminNonce]))

/** Newest key of the office in the administrator's nonce. `null` if the office has no key. */
export const officeKeyOf = (adminNonce: string): string | null => adminNonce.split('.')[1] ?? null

/** The administrator's half of a pairing. */
export interface PairingAnswer {
  readonly publicKey: string
  /** The administrator's nonce, and a dot and the office's newest key if it has one. The relay passes it on. */
  readonly adminNonce: string
  /** The words, once the relay sends the PC's nonce. `null` if key or nonce do not match the commitment. */
  words(key: { publicKey: string; nonce?: string | undefined } | undefined): [string, string, string] | null
}

/**
 * Answers a commitment with a fresh nonce. From now on only this key and this commitment count.
 * @param officeKey newest key of the office, which the words then prove to the new PC
 */
export function answerPairing(
  code: string,
  given: { publicKey: string; commitment: string },
  officeKey: string | null,
): PairingAnswer {
  const { publicKey, commitment } = given
  const adminNonce = [newPairingNonce(), ...(officeKey === null ? [] : [officeKey])].join('.')
  return {
    publicKey,
    adminNonce,
    words(key) {
      if (key?.nonce === undefined || key.publicKey !== publicKey) return null
      const committed = { code, publicKey, nonce: key.nonce }
      return pairingCommitment(committed) === commitment ? wordsOfPairing(committed, adminNonce) : null
    },
  }
}

/** Number of words of a PC's key. It is twice as many as of a pairing, because there is no time limit. */
const KEY_WORDS = 6

/** Six words by which two screens show whether they mean the same public key. */
export const wordsOfKey = async (publicKey: string): Promise<string[]> =>
  digestWords(await slowDigest(`key ${publicKey}`), KEY_WORDS)
