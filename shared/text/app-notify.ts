/** Texts of notifications: the offer to enable them, and a click on one. */
export const notifyText = {
  question: '¿Quieres que te avisemos cuando cambie algo?',
  what: 'También con Ventanilla detrás de otra ventana. El navegador pide permiso cada vez que se abre.',
  accept: 'Activar avisos',
  asking: 'Contesta a la pregunta del navegador.',
  later: 'Ahora no',
  granted: 'Avisos activados',
  denied: 'El navegador ha bloqueado los avisos. Ajustes › Avisos dice cómo permitirlos.',
  notDone: {
    locked: {
      title: 'No se ha dado por hecho',
      body: 'Ventanilla está bloqueada: ábrela con tu PIN y hazlo en Novedades.',
    },
    gone: {
      title: 'No se ha dado por hecho',
      body: 'Ese aviso es de otra cuenta o ya no está guardado.',
    },
    failed: {
      title: 'No se ha dado por hecho',
      body: 'Ventanilla no contesta o no ha podido guardarlo. Ábrela y hazlo en Novedades.',
    },
  },
  goneTitle: 'No hay nada que abrir',
  gone: 'Ese aviso es de otra cuenta o ya no está guardado.',
} as const
