import { expect, test } from 'vitest'
import { readFolder } from '#renderer/features/settings/typed-value.tsx'

test.each([
  ['', ''],
  ['  ', ''],
  ['C:\\Copias', 'C:\\Copias'],
  ['d:/copias', 'd:/copias'],
  ['\\\\SERVIDOR\\Copias', '\\\\SERVIDOR\\Copias'],
  ['/media/copias ', '/media/copias'],
  // As Windows copies a path.
  ['"D:\\Mis copias"', 'D:\\Mis copias'],
])('%j is a whole path', (typed, value) => expect(readFolder(typed)).toEqual({ value }))

test.each(['copias', '.\\copias', 'C:copias', '\\copias', '\\\\', '~/copias', 'https://copias.example'])(
  '%j is none: from where it would start nobody can say',
  (typed) => expect(readFolder(typed)).toHaveProperty('problem'),
)
