import { readFileSync, writeFileSync } from 'node:fs'
import * as z from 'zod'
import { ALIKE_STATES } from './alike-states.ts'

/**
 * Writes `alike-states.json`: the states that `npm test` leaves to `npm run test:full`, because almost all that they
 * draw is drawn by another. Reads what each state drew, one a line, from the file that a run of all of them wrote:
 * `NO_PICTURES=1 FULL=1 DRAWN=drawn.jsonl npx playwright test -c tests/renderer states.spec.ts`, then
 * `node tests/renderer/find-alike-states.ts drawn.jsonl`.
 */

/** Elements that no other state draws, from which on a state is visited for them. */
const WORTH_A_VISIT = 3

const stateSchema = z.object({ name: z.string(), drawn: z.array(z.number()) })
const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('the file of what each state drew is missing')
const states = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => stateSchema.parse(JSON.parse(line)))

/** Largest first, so that few states draw nearly everything. */
const seen = new Set<number>()
const fresh = ({ drawn }: (typeof states)[number]) => drawn.filter((number) => !seen.has(number)).length
let left = states
for (;;) {
  const gains = left.map((state) => ({ state, gain: fresh(state) })).toSorted((a, b) => b.gain - a.gain)
  const best = gains[0]
  if (best === undefined || best.gain < WORTH_A_VISIT) break
  for (const number of best.state.drawn) seen.add(number)
  left = gains.slice(1).map(({ state }) => state)
}

writeFileSync(ALIKE_STATES, `${JSON.stringify(left.map(({ name }) => name).toSorted(), null, 2)}\n`)
const all = new Set(states.flatMap(({ drawn }) => drawn))
process.stdout.write(
  `${states.length - left.length} of ${states.length} states draw ${seen.size} of ${all.size} elements; ${left.length} are left to test:full\n`,
)
