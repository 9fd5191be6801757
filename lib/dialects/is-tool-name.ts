/** Whether a text may be the name of a Tool, here or anywhere: words, and what stands between names of servers. */
export const isToolName = (text: string): boolean => /^[\w.:/-]{1,128}$/.test(text)
