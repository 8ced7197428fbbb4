import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { UNAUTHORIZED_BODY } from '#shared/api/endpoints.ts'

/** An API key and its client account (a company tax id). */
export interface ApiKey {
  readonly key: string
  readonly account: string
}

/** Returns the account of an `Authorization` header, or `null`. */
export type Authenticate = (authorization: string | undefined) => string | null

const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i

const hashKey = (text: string) => hash('sha256', text, 'buffer')

/**
 * Compares the digest of a key with every known digest, in constant time. The response time reveals nothing about a
 * key or an account.
 */
export function createAuthenticator(apiKeys: readonly ApiKey[]): Authenticate {
  const known = apiKeys.map(({ key, account }) => ({ digest: hashKey(key), account }))
  return (authorization) => {
    const given = authorization === undefined ? null : BEARER.exec(authorization)?.[1]
    if (given === undefined || given === null) return null
    const givenDigest = hashKey(given)
    let found: string | null = null
    for (const candidate of known)
      if (timingSafeEqual(candidate.digest, givenDigest)) found = candidate.account
    return found
  }
}

const UNAUTHORIZED = JSON.stringify(UNAUTHORIZED_BODY)

/** Sends the 401 of the specification, byte for byte. */
export function sendUnauthorized(reply: FastifyReply, challenge = 'Bearer'): FastifyReply {
  return reply
    .code(401)
    .header('www-authenticate', challenge)
    .type('application/json; charset=utf-8')
    .send(UNAUTHORIZED)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a route without a key: the address itself is the permission. */
    isOpen?: boolean
  }
}

/** Returns the account of the caller. The gate reads the account before a handler runs. */
export type ReadAccount = (request: FastifyRequest) => string

/** Authentication in front of every route. */
export interface Gate {
  /** Checks the key before anything else of the request is read, and remembers the account. */
  check: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>
  readAccount: ReadAccount
}

/** Prompt for the key on pages: a browser sends no bearer token by itself. */
export interface PageKeys {
  isPage: (url: string) => boolean
  /** Converts a Basic header to a Bearer header. */
  convertToBearer: (authorization: string | undefined) => string | undefined
  challenge: string
}

export function createGate(authenticate: Authenticate, pages?: PageKeys): Gate {
  const accounts = new WeakMap<FastifyRequest, string>()
  return {
    async check(request, reply) {
      if (request.routeOptions.config.isOpen === true) return undefined
      const { authorization } = request.headers
      const isPage = pages?.isPage(request.url) === true
      const account = authenticate(isPage ? pages.convertToBearer(authorization) : authorization)
      if (account === null) return sendUnauthorized(reply, isPage ? pages.challenge : undefined)
      accounts.set(request, account)
      return undefined
    },
    readAccount(request) {
      const account = accounts.get(request)
      if (account === undefined) throw new Error('A route was reached without passing the gate.')
      return account
    },
  }
}
