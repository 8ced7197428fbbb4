/**
 * Fields of the texts of each group, by the names that the office types. `respuesta`, `comprobar`
 * and `trámite` are phrases of ours, and `resumen` several lines of them; the rest are data.
 */
export const SITUATION_FIELDS = {
  state: ['nombre', 'matrícula', 'trámite', 'tipo', 'estado', 'fecha', 'pendiente', 'motivo'],
  incident: ['nombre', 'matrícula', 'trámite', 'tipo', 'incidencia', 'documento', 'detalle'],
  plate: ['nombre', 'matrícula', 'tipo'],
  verdict: ['nombre', 'matrícula', 'vehículo', 'respuesta', 'fecha', 'hora'],
  signature: ['nombre', 'matrícula', 'documento', 'fecha', 'medio', 'comprobar', 'estado'],
  dealer: ['nombre', 'fecha', 'hora', 'resumen'],
} as const satisfies Record<string, readonly string[]>

export type ClientField = (typeof SITUATION_FIELDS)[keyof typeof SITUATION_FIELDS][number]
export type ClientValues = Readonly<Partial<Record<ClientField, string>>>
