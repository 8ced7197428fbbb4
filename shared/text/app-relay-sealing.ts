import type { SealingView } from '../bridge/relay-sealing.ts'
import { doneWhen } from './dates.ts'
import { listed } from './grammar.ts'

/** Texts of the encryption of the office's events, in Ajustes › Relé. */
export const sealingText = {
  title: 'Cifrado para la oficina',
  help: 'Con él, los avisos que guarda el relé solo los abren los equipos de la oficina.',
  search: 'cifrar clave avisos privacidad palabras equipos',
  reading: 'Preguntando al relé…',
  later: 'Se ve en cuanto se oiga al relé.',
  retry: 'Probar otra vez',
  tooOld: 'Este relé es de una versión que no cifra los avisos. Quien lo lleva puede actualizarlo.',
  turnOn: 'Activar…',
  change: 'Cambiar la clave…',
  turnOff: 'Desactivar…',
  keep: 'Dejarlo como está',
  own: (words: readonly string[]) => `Palabras de este equipo: ${words.join(' ')}.`,
  askOn: '¿Cifrar los avisos para la oficina?',
  onBody:
    'Los que lleguen desde ahora solo los abren los equipos que hay en el relé. Si todos pierden la clave, los avisos cifrados no se podrán abrir y habrá que preguntar al servicio.',
  submitOn: 'Activar el cifrado',
  on: 'Los avisos ya se cifran',
  askChange: '¿Cambiar la clave de la oficina?',
  changeBody:
    'Los avisos que lleguen desde ahora se cifran con otra clave, que reciben los equipos que hay en el relé. Los de antes se siguen abriendo.',
  submitChange: 'Cambiar la clave',
  changed: 'Los avisos se cifran ya con otra clave',
  working: 'Diciéndoselo al relé…',
  compare:
    'Compara antes estas palabras con las que enseña cada equipo en Ajustes › Relé. Si alguna es distinta, no sigas: quita ese equipo.',
  askOff: '¿Dejar de cifrar los avisos?',
  offBody:
    'Quien lleva el relé podrá leer los avisos que guarde desde ahora. Los que ya están cifrados se siguen abriendo.',
  submitOff: 'Desactivar el cifrado',
  off: 'Los avisos ya no se cifran',
} as const

/** A sentence about the state, and whether there is something to do. */
export interface SealingLine {
  words: string
  isWarning: boolean
}

const names = (devices: SealingView['devices']) => listed(devices.map(({ name }) => `«${name}»`))

/** The state in plain words, the most important first. */
export function sealingLines({ madeAt, isStale, canOpen, devices }: SealingView, now: number): SealingLine[] {
  const note = (words: string): SealingLine => ({ words, isWarning: false })
  const warning = (words: string): SealingLine => ({ words, isWarning: true })
  const withoutKey = devices.filter(({ publicKey }) => publicKey === null)
  const lines: SealingLine[] = []
  if (withoutKey.length > 0)
    lines.push(note(`Sin clave: ${names(withoutKey)}. Hay que actualizar Ventanilla ahí para poder cifrar.`))
  if (madeAt === null)
    return [note('Sin activar: quien lleva el relé puede leer los avisos que guarda.'), ...lines]
  lines.unshift(note(`Activado. Clave hecha ${doneWhen(madeAt, now)}.`))
  if (!canOpen)
    lines.push(
      warning(
        'A este equipo le falta la clave: pregunta al servicio, como sin relé. Cámbiala desde otro equipo que administre.',
      ),
    )
  if (isStale) lines.push(warning('Se ha quitado un equipo que tiene la clave: cámbiala.'))
  const waiting = devices.filter(({ self, publicKey, hasKeys }) => !self && publicKey !== null && !hasKeys)
  if (waiting.length > 0) lines.push(warning(`No tienen la clave: ${names(waiting)}. Cámbiala para dársela.`))
  return lines
}
