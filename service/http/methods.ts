import type { FastifyInstance } from 'fastify'

/** Methods that an address accepts, in order; none for an unknown address. */
export type MethodsOf = (url: string) => readonly string[]

/** Collects the routes as they are added, for the `Allow` of a 405. Call it before any of them. */
export function collectMethods(app: FastifyInstance): MethodsOf {
  const patterns = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    const known = patterns.get(url) ?? {
      pattern: new RegExp(`^${url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+')}$`),
      methods: new Set<string>(),
    }
    for (const each of [method].flat()) known.methods.add(each)
    patterns.set(url, known)
  })
  return (url) => {
    const [path = ''] = url.split('?')
    const found = [...patterns.values()].filter(({ pattern }) => pattern.test(path))
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].toSorted()
  }
}
