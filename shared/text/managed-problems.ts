import type { ManagedProblem, ManagedSource } from '../bridge/managed.ts'
import { count } from './grammar.ts'
import { managedSettingTexts, type ManagedSettingText } from './managed-settings.ts'

export const managedSourceNames: Readonly<Record<ManagedSource, string>> = {
  'machine-policy': 'Directiva del equipo',
  'user-policy': 'Directiva del usuario',
  'system-file': 'Archivo del equipo',
  'installation-file': 'Archivo de la instalación',
}

const WHYS: Readonly<Record<Exclude<ManagedProblem['why'], 'wrong-value'>, string>> = {
  unreadable: 'No se puede leer.',
  'too-large': 'Ocupa más de 256 KB y no se ha leído.',
  'not-trusted':
    'Lo puede escribir alguien que no administra el equipo, y por eso no se le hace caso. El archivo y su carpeta tienen que ser de root y no dejar escribir a nadie más.',
  'not-json': 'Aquí no se entiende: falta o sobra una coma, unas comillas o una llave.',
  'not-an-object': 'Tiene que ser un objeto JSON con los grupos «mandatory» y «recommended».',
  'unknown-key': 'No es un ajuste de Ventanilla.',
  secret:
    'Una clave o una contraseña no va nunca aquí. Quítala, y cámbiala por otra: la ha podido leer cualquiera.',
  twice: 'Está dos veces, y no se sabe cuál vale.',
  'not-a-group': 'Tiene que ser un objeto con ajustes dentro.',
  'only-mandatory': 'Solo vale en «mandatory».',
}

/** What is wrong, and what it has to be. */
export function managedProblemWords({ why, key }: Pick<ManagedProblem, 'why' | 'key'>): string {
  if (why !== 'wrong-value') return WHYS[why]
  // An item of a list is named by its position.
  const texts = managedSettingTexts as Readonly<Record<string, ManagedSettingText | undefined>>
  const expected = texts[key?.replace(/\[\d+\]$/, '') ?? '']?.expected
  return expected === undefined ? 'El valor no vale.' : `El valor no vale: tiene que ser ${expected}.`
}

/** Where it is: line and column, and the key. */
export const managedProblemPlace = ({ line, column, key }: ManagedProblem): string =>
  [
    line !== undefined && `línea ${count(line)}`,
    column !== undefined && `columna ${count(column)}`,
    key !== undefined && `«${key}»`,
  ]
    .filter((part) => part !== false)
    .join(', ')
