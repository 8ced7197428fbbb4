/**
 * Catalogue of labels: Spanish names of the service's values. README.md lists the places that show the
 * service's own text instead. Each family has its file; this one exports all of them.
 */
export * from './labels-documents.ts'
export * from './labels-incidents.ts'
export * from './labels-procedures.ts'
export * from './labels-reports.ts'
export * from './labels-signatures.ts'
export * from './labels-tax-ids.ts'
export * from './labels-provinces.ts'
export * from './outside.ts'
