type Area = Pick<chrome.storage.StorageArea, 'get' | 'set'>
const MARKS_KEY = 'marks'

/** True if verdicts are drawn beside the plates of a page. This is the default. */
export const readMarks = async (local: Area): Promise<boolean> =>
  (await local.get(MARKS_KEY))[MARKS_KEY] !== false
export const writeMarks = (local: Area, on: boolean): Promise<void> => local.set({ [MARKS_KEY]: on })
/** New value of the setting; undefined if the change is of another setting. */
export const marksOf = (changes: Record<string, chrome.storage.StorageChange>): boolean | undefined =>
  MARKS_KEY in changes ? changes[MARKS_KEY]?.newValue !== false : undefined
