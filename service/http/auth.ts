import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { UNAUTHORIZED_BODY } from '#shared/api/endpoints.ts'

/** An API key and its client account (a company tax id). */
export interface ApiKey {
  readonly key: string
  readonly account: string
}

/** Account of a request by its `Authorization` header, or `null`. */
export type Authenticate = (authorization: string | undefined) => string | null

const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i

const digest = (text: string) => hash('sha256', text, 'buffer')

/**
 * Keeps only digests, and compares every one of them in constant time: the response time reveals neither how
 * much of a key was right nor which account is near.
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

/** The exact response of the specification. */
export function sendUnauthorized(reply: FastifyReply, challenge = 'Bearer'): FastifyReply {
  return reply
    .code(401)
    .header('www-authenticate', challenge)
    .type('application/json; charset=utf-8')
    .send(UNAUTHORIZED)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a route without a key: its address is the permission. */
    isOpen?: boolean
  }
}

/** Account of the caller, resolved before a handler runs. */
export type AccountOf = (request: FastifyRequest) => string

/** Authentication in front of every route. */
export interface Gate {
  /** Checks the key before reading anything else of the request, and keeps its account. */
  check: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>
  accountOf: AccountOf
}

/** Key prompt of the pages: a browser sends no bearer token by itself. */
export interface PageKeys {
  isPage: (url: string) => boolean
  /** Converts the header to a bearer's. */
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
