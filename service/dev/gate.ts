import type { FastifyRequest } from 'fastify'
import type { PageKeys } from '../http/auth.ts'
import { HttpError } from '../http/errors.ts'

const LOCAL_HOST = /^(localhost|[a-z0-9-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/**
 * Restricts `/_dev/` to the user of this machine. `Host` must be a name of this machine, which stops DNS rebinding.
 * A change must come from one of our pages or from no page.
 */
export async function checkDevRequest(request: FastifyRequest): Promise<void> {
  const { host = '', origin } = request.headers
  if (!LOCAL_HOST.test(host)) throw new HttpError(403, 'This is only for this machine, under its own name.')
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead && origin !== undefined && origin !== `http://${host}`)
    throw new HttpError(403, 'That page may not change anything here.')
  if (!isRead && request.headers['sec-fetch-site'] === 'cross-site')
    throw new HttpError(403, 'That page may not change anything here.')
}

const BASIC = /^Basic +([A-Za-z0-9+/]+=*)$/i

function readBasic(authorization: string | undefined): string | undefined {
  const encoded = BASIC.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return authorization
  const [, key = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(/:(.*)/s)
  return `Bearer ${key}`
}

/** Prompt on the pages of `/_dev/`: the password that the browser asks for is the key. */
export const devKeys: PageKeys = {
  isPage: (url) => url === '/_dev' || url.startsWith('/_dev/'),
  convertToBearer: readBasic,
  challenge: 'Basic realm="Entorno de desarrollo: la clave de API es la contrasena", charset="UTF-8"',
}
