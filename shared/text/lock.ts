import { count } from './grammar.ts'

const spell = (seconds: number) =>
  seconds >= 60 ? `${count(Math.floor(seconds / 60))} min ${count(seconds % 60)} s` : `${count(seconds)} s`

/** Texts of the page of the lock. */
export const lockPageText = {
  title: 'Ventanilla está bloqueada',
  body: 'Escribe el PIN para seguir donde estabas.',
  pin: 'PIN',
  open: 'Desbloquear',
  opening: 'Abriendo…',
  quit: 'Cerrar Ventanilla',
  forgotten: '¿No lo recuerdas?',
  forgottenBody:
    'Desde esta pantalla no se puede quitar. Quien administra este equipo puede hacerlo; lo guardado no se pierde.',
  wait: (seconds: number) => `Demasiados intentos. Podrás probar otra vez dentro de ${spell(seconds)}.`,
  again: 'Ya puedes probar otra vez.',
} as const
