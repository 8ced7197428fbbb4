import { checkTaxId } from '#shared/domain/tax-id.ts'
import type { Draw } from '../../registry/draw.ts'
import { makePerson } from '../../registry/people.ts'

export interface Party {
  readonly name: string
  readonly taxId: string
}

const CONTROLS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Adds its control character. */
function withControl(number: string): string {
  for (const control of CONTROLS) if (checkTaxId(number + control).status === 'valid') return number + control
  throw new Error(`no control character fits ${number}`)
}

const company = (name: string, number: string): Party => ({ name, taxId: withControl(number) })

/** Dealers that send the office most of its work. */
export const DEALERS: readonly [Party, Party, Party] = [
  company('Ocasión Vega, S.L.', 'B4600121'),
  company('Autos Levante, S.L.', 'B9712345'),
  company('Motor Serpis, S.A.', 'A0300417'),
]

/** An invented person, with a number that no sentinel has. */
export function makeParty(draw: Draw): Party {
  const number = String(20_000_000 + draw(50_000_000))
  return { name: makePerson(draw), taxId: withControl(number) }
}
