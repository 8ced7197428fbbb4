import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { UNAUTHORIZED_BODY } from '#shared/api/errors.ts'

/** An API key and the client account (a company tax id) that it belongs to. */
export interface ApiKey {
  readonly key: string
  readonly account: string
}

/** Says whose request it is by its `Authorization` header, or `null`. */
export type Authenticate = (authorization: string | undefined) => string | null

const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i

const digest = (text: string) => hash('sha256', text, 'buffer')

/**
 * Only digests are kept, and every one of them is compared, in constant time: how long an answer takes tells
 * neither how much of a key was right nor which account is near.
 */
export function createAuthenticator(apiKeys: readonly ApiKey[]): Authenticate {
  const known = apiKeys.map(({ key, account }) => ({ digest: digest(key), account }))
  return (authorization) => {
    const given = authorization === undefined ? null : BEARER.exec(authorization)?.[1]
    if (given === undefined || given === null) return null
    const givenDigest = digest(given)
    let found: string | null = null
    for (const candidate of known)
      if (timingSafeEqual(candidate.digest, givenDigest)) found = candidate.account
    return found
  }
}

const UNAUTHORIZED = JSON.stringify(UNAUTHORIZED_BODY)

/** The exact answer of service.md, "Authentication" 3. */
export function sendUnauthorized(reply: FastifyReply, challenge = 'Bearer'): FastifyReply {
  return reply
    .code(401)
    .header('www-authenticate', challenge)
    .type('application/json; charset=utf-8')
    .send(UNAUTHORIZED)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a route that asks for no key because the address itself is the permission. */
    isOpen?: boolean
  }
}

/** The caller's account, worked out before a handler runs. */
export type AccountOf = (request: FastifyRequest) => string

/** What stands before every route. */
export interface Gate {
  /** Checks the key before anything else of the request is read, and remembers whose it is. */
  check: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>
  accountOf: AccountOf
}

/** How the addresses of a page are asked for their key: a browser sends no bearer token by itself. */
export interface PageKeys {
  isPage: (url: string) => boolean
  /** The header as a bearer's. */
  read: (authorization: string | undefined) => string | undefined
  challenge: string
}

export function createGate(authenticate: Authenticate, pages?: PageKeys): Gate {
  const accounts = new WeakMap<FastifyRequest, string>()
  return {
    async check(request, reply) {
      if (request.routeOptions.config.isOpen === true) return undefined
      const { authorization } = request.headers
      const isPage = pages?.isPage(request.url) === true
      const account = authenticate(isPage ? pages.read(authorization) : authorization)
      if (account === null) return sendUnauthorized(reply, isPage ? pages.challenge : undefined)
      accounts.set(request, account)
      return undefined
    },
    accountOf(request) {
      const account = accounts.get(request)
      if (account === undefined) throw new Error('A route was reached without passing the gate.')
      return account
    },
  }
}
