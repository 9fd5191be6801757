import {
  DIRECTORY,
  NAME,
  PATH,
  QUOTED,
  type RequestPhrases,
  requestSeparator,
  SOME_TEXT,
  sticky,
} from './request-phrases'

const NAMED = `(?:(?:called|named|with the name)\\s+${NAME})`

/** What may precede a request without changing it. */
const POLITE = `(?:${[
  '(?:please|kindly|now|then|also|next|first|second|third|finally|lastly|and|ok|okay|so|just|after that|afterwards)[,:]?\\s+',
  '(?:can|could|would|will)\\s+you\\s+',
  "i(?:['’]d| would) like you to\\s+",
  '(?:i want|i need|i ask) you to\\s+',
  '(?:hi|hello|hey|good morning|good evening)(?:\\s+there)?[,.!]?\\s+',
].join('|')}){0,6}`

const JOINING = '(?:and|then)\\b'

/** The end of a request. */
const CLAUSE_END = `(?:\\s+(?:please|too|for me|to me|again|now|as well|thanks|thank you))*(?=\\s*(?:$|[.!?](?:\\s|$)|[,;\\n])|\\s+${JOINING})`

const OLD_AND_NEW = `(?<old>${SOME_TEXT})\\s+(?:with|by|to|into)\\s+(?<new>${SOME_TEXT})`
const CHANGE = `(?:replace|change|substitute|turn)\\s+(?<all>(?:all|every|each)\\s+(?:(?:occurrences?|instances?)\\s+of\\s+)?)?(?:the\\s+(?:word|words|text|line|phrase)\\s+)?`
const FILE = `(?:the\\s+)?(?:file\\s+)?(?<path>${NAMED}|${PATH})`

const WHERE = `(?:\\s+(?:that\\s+are\\s+)?(?:in|of|under|inside|from)\\s+(?<where>(?:the\\s+|this\\s+|my\\s+)?(?:(?:folder|directory)\\s+)?${DIRECTORY}(?:\\s+(?:folder|directory))?)|\\s+(?:here|there))?`

export const ENGLISH_REQUESTS: RequestPhrases = {
  create: sticky(
    `${POLITE}(?<verb>create|make|write|save|add)\\s+(?:me\\s+|us\\s+)?(?:(?:a|an|the|another)\\s+)?` +
      `(?:(?:new|small|short|text|markdown|(?<empty>empty|blank))\\s+)*(?:file\\s+|document\\s+)?(?<path>${NAMED}|${PATH})`,
  ),
  holds: sticky(
    '\\s*(?:,?\\s*(?:with|containing|saying|reading|holding|(?:that|which)\\s+(?:says|contains|reads|holds))\\b' +
      '(?:\\s+(?:the\\s+)?(?:contents?|following(?:\\s+(?:contents?|text|lines))?)\\b|\\s+the\\s+(?:text|words?|lines?)\\b)?\\s*:?|:)',
  ),
  makesEmpty: /^(create|make)$/i,
  asks: /\byou\b/i,
  end: sticky(CLAUSE_END),
  quote: sticky(`\\s*(?<quoted>${QUOTED})(?:\\s+(?:in|inside)\\s+it)?${CLAUSE_END}`),
  replace: [
    sticky(
      `${POLITE}${CHANGE}${OLD_AND_NEW}\\s+(?:in|inside|within)\\s+${FILE}(?<everywhere>\\s+everywhere|\\s+throughout)?${CLAUSE_END}`,
    ),
    sticky(
      `${POLITE}in\\s+${FILE},?\\s+(?:please\\s+)?${CHANGE}${OLD_AND_NEW}(?<everywhere>\\s+everywhere)?${CLAUSE_END}`,
    ),
  ],
  append: sticky(
    `${POLITE}(?:append|add)\\s+(?:${SOME_TEXT})\\s+(?:to|at)\\s+(?:the\\s+end\\s+of\\s+)?${FILE}${CLAUSE_END}`,
  ),
  read: sticky(
    `${POLITE}(?:(?:read|show|open|print|display|view|cat|give)(?:\\s+me)?|look\\s+at|what(?:['’]s|\\s+is)\\s+in)\\s+` +
      `(?:the\\s+)?(?:(?:contents?|text)\\s+of\\s+)?(?:the\\s+)?(?:files?\\s+)?(?<path>${NAMED}|${PATH})${CLAUSE_END}`,
  ),
  further: sticky(`(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)(?<path>${PATH})${CLAUSE_END}`),
  list: [
    sticky(
      `${POLITE}(?:(?:list|show|print|display|give)(?:\\s+me)?\\s+(?:all\\s+)?(?:of\\s+)?(?:the\\s+|my\\s+|our\\s+)?(?:files|folders|directory|directories|everything|contents|workspace)` +
        `(?:\\s+and\\s+(?:folders|directories))?|(?:what|which)\\s+files\\s+(?:are|do\\s+(?:we|you|i)\\s+have)(?:\\s+there)?)${WHERE}${CLAUSE_END}`,
    ),
    sticky(`${POLITE}(?:ls(?=\\s|$)(?:\\s+(?<where>${DIRECTORY}))?|list\\s+(?<folder>${PATH}))${CLAUSE_END}`),
  ],
  separator: requestSeparator(JOINING),
  naming: /^(?:called|named|with the name)\s+/i,
  around: [/^(?:the|this|my)\s+/i, /^(?:folder|directory)\s+(?=\S)/i, /\s+(?:folder|directory)$/i],
  workspace: /^(?:|\.|workspace|folder|directory|here|there|root|current|project)$/i,
  courtesy:
    /^(?:[\s,.;:!?]|\b(?:and|then|please|thanks|thank you|many|very much|for me|too|now|hi|hello|hey|there)\b)*$/i,
}
