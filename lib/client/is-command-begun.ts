/** True of a text that may become a command: to be known before the commands are. */
export const isCommandBegun = (text: string): boolean => /^\/\S*$/.test(text)
