/**
 * The catalogue of labels: what each word of the service is called at a Spanish desk. README.md says where the service's
 * own text is shown instead. Each family has its file; here is what reads them all.
 */
export * from './labels-documents.ts'
export * from './labels-incidents.ts'
export * from './labels-procedures.ts'
export * from './labels-reports.ts'
export * from './labels-signatures.ts'
export * from './labels-tax-ids.ts'
export * from './labels-provinces.ts'
export * from './outside.ts'
