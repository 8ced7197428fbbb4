/** PostgreSQL's texts have no NUL. */
export const plain = (text: string): string => text.replaceAll('\0', '')
