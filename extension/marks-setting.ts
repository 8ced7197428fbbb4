type Area = Pick<chrome.storage.StorageArea, 'get' | 'set'>
const KEY = 'marks'

/** True if verdicts are drawn beside the plates of a page: by default, yes. */
export const readMarks = async (local: Area): Promise<boolean> => (await local.get(KEY))[KEY] !== false
export const writeMarks = (local: Area, on: boolean): Promise<void> => local.set({ [KEY]: on })
/** @returns undefined if the change is of something else */
export const marksOf = (changes: Record<string, chrome.storage.StorageChange>): boolean | undefined =>
  KEY in changes ? changes[KEY]?.newValue !== false : undefined
