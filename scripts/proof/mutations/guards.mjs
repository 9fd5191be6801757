/** The tests that a mutation is to break, by the file and the words of their names. */

export const scenario = (name, test) => ({ file: `lib/run/scenarios/${name}.scenario.test.ts`, test })
export const store = (name, test) => ({ file: `lib/store/${name}.database.test.ts`, test })
export const unit = (name, test) => ({ file: `lib/${name}.test.ts`, test })
