import { byNumber, count, plural } from './grammar.ts'

/** Lines of `ventanilla --check-admin-file=PATH` on the terminal. */
export const checkAdminFileText = {
  absent: (path: string) => `No hay ningún archivo en ${path}`,
  mandatory: 'Obligatorio:',
  recommended: 'Recomendado:',
  problems: 'No se toma:',
  whole: 'del archivo entero',
  done: (settings: number, problems: number) =>
    `${byNumber(settings, 'Se toma', 'Se toman')} ${plural(settings, 'ajuste', 'ajustes')}. ${
      problems === 0 ? 'Todo está bien.' : `Hay ${plural(problems, 'error', 'errores')}.`
    }`,
  broken:
    'El archivo no se puede leer entero. En un equipo que ya lo leyó bien siguen valiendo los valores obligatorios de entonces; en los demás, nadie puede cambiar ninguno de estos ajustes hasta que se arregle.',
  unread: (keys: readonly string[]) =>
    `Obligatorios que no se entienden (${count(keys.length)}): ${keys.join(', ')}. Vale el último valor que se leyó bien en cada equipo, o el más estricto.`,
} as const
