import type { Plugin } from 'vite'

/**
 * Leaves out of the libraries what the extension never does, and stores warn of, whether it is reached or not.
 *
 * The schema library can make code at run time, which the policy forbids and `jitless.ts` turns off. Preact can write
 * markup that a component gives it as text, which none does: it stays text.
 */
export const harmlessLibraries: Plugin = {
  name: 'harmless-libraries',
  transform(code, id) {
    const harmless = id.includes('/zod/v4/core/')
      ? code.replaceAll(
          /const F = Function;/g,
          'const F = class { constructor() { throw new Error("No code at run time.") } };',
        )
      : id.includes('/preact/dist/')
        ? code.replaceAll(/\.innerHTML=(?!=)/g, '.textContent=')
        : code
    return harmless === code ? null : { code: harmless, map: null }
  },
}
