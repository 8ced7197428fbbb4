/** Texts of the demonstration's own section in Ajustes. */
export const demoText = {
  intro: 'Todo es inventado y no sale de este equipo. Ninguna cuenta real cambia por lo que hagas aquí.',
  words: 'demostración datos inventados formación practicar borrar',
  cancel: 'Cancelar',
  busy: 'Preparando la demostración…',
  erases: 'Se borra todo lo que hay en la demostración, también lo que hayas hecho tú. No se puede deshacer.',
  ways: {
    sample: {
      title: 'Oficina de ejemplo',
      action: 'Volver a la oficina de ejemplo',
      help: 'Sesenta expedientes con sus firmas, consultas y novedades, como a media mañana de hoy.',
      ask: '¿Volver a la oficina de ejemplo?',
      submit: 'Borrar y volver a la oficina',
      done: 'La oficina de ejemplo está como al principio',
    },
    empty: {
      title: 'Demostración vacía',
      action: 'Empezar de cero',
      help: 'Sin datos, para que abras tú el primer expediente.',
      ask: '¿Empezar de cero?',
      submit: 'Borrar y empezar de cero',
      done: 'La demostración está vacía',
    },
  },
} as const
