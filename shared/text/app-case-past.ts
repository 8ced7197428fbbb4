import { lowerFirst } from './grammar.ts'

/** Conditions on the past of a procedure: the chips of Expedientes that *Cifras* leads to. */
export const casePastText = {
  client: (name: string) => `Cliente: ${name}`,
  began: (months: string) => `Empezados en ${months}`,
  closed: (months: string) => `Terminados en ${months}`,
  left: (state: string, months: string) => `Dejaron de estar ${lowerFirst(state)} en ${months}`,
  incident: (cause: string, state: 'open' | 'solved' | 'gone' | undefined, months: string) =>
    `Incidencia ${state === undefined ? '' : `${STATES[state]} `}«${lowerFirst(cause) || 'sin causa'}» de ${months}`,
} as const

const STATES = { open: 'sin resolver', solved: 'resuelta', gone: 'retirada' } as const
