/** What a version brought, for who uses it. */
export interface Release {
  /** As in package.json. */
  version: string
  points: readonly string[]
}

/** The latest first: its version is the application's, which a test holds. */
export const releases: readonly Release[] = [
  {
    version: '0.1.0',
    points: [
      'Consulta: el veredicto de una matrícula en un segundo, y lo consultado se lee sin conexión.',
      'Expedientes: matriculaciones, transferencias y notificaciones de venta, con sus documentos e incidencias.',
      'Firmas: cinco documentos para firmar, seguidos hasta el final.',
      'Novedades: cada cambio una vez, con su aviso, hasta que lo des por hecho.',
      'Demostración: una oficina inventada a media mañana, que avanza sola y se vuelve a empezar en Ajustes.',
      'Formación: un paseo de seis pasos y escenarios que se repiten, en Ajustes.',
      'Ayuda: F1 explica qué significa lo que tienes delante y qué hacer.',
    ],
  },
]
