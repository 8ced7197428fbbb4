import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'

export const ALIKE_STATES = fileURLToPath(new URL('alike-states.json', import.meta.url))

/** Names of the states that draw almost nothing that no other does (`find-alike-states.ts`). */
export const readAlikeStates = (): ReadonlySet<string> =>
  new Set(z.array(z.string()).parse(JSON.parse(readFileSync(ALIKE_STATES, 'utf8'))))
