const NON_ASCII = /\P{ASCII}/u

/** Text that would be taken for a hidden character as we show it. */
const WRITTEN_OUT = /⟦U\+[0-9A-F]{4,6}⟧/

/** What is drawn like a slash, a colon, a dot or another sign of ASCII, and stays what it is in every normal form. */
const LIKE_SIGN = [
  '\\u2044\\u2215\\u29f8\\u27cb\\u2571\\u2cc6\\u2216\\u29f5\\u29f9\\u27cd\\u2572\\u2041\\u1735',
  '\\u2236\\ua789\\u02d0\\u02f8\\u0589\\u05c3\\u0703\\u0704\\u205a\\u16ec\\ua4fd\\ua4f8\\u06d4\\u0701\\u0702\\ua60e',
  '\\u2223\\u01c0\\u2502\\u05c0\\u01c3\\u201a\\u2032\\u2217\\u204e\\u066d\\u223c\\u2053\\u1400\\ua4ff\\u16ed\\u02c2\\u02c3',
].join('')
/** Told of as such. */
const HIDDEN = /[^\S \n\t]|\p{DI}|\p{Cf}/gu
const SIGN_IN_NAME = new RegExp(`[${LIKE_SIGN}\\u2010\\u2043\\u02d7\\u2796\\u2212]`, 'u')
/** A digit or sign that is ordinary in its own script, where a dot or the like would be. */
const FOREIGN_SIGN = /[A-Za-z0-9](?:(?![0-9])\p{Nd}|[\u066a\u0903\u0a83\u1803\u1809])[A-Za-z0-9]/u
/** Such strokes of Chinese and Japanese writing. In Japanese ノ also stands between letters. */
const STROKE_IN_NAME = /[A-Za-z0-9][\u30ce\u4e3f\u4e36\u31d3\u31d4][A-Za-z0-9]/u
/** Latin letters that are drawn like one of ASCII. */
const LATIN_IN_NAME = /[ɑɡ]/u
/** A dash where an option would begin. */
const OPTION = /(?:^|\s)[\u2012-\u2015][\p{L}\d\u2012-\u2015-]/u

/**
 * Whether a name (a path, a command, a host, an address, a key) may be read as another: it uses compatibility forms
 * such as ｃurl or a․txt, has a character drawn like one of ASCII, mixes look-alike scripts in a word, consists of
 * nothing but letters like Latin ones, as а.ts may, or contains what only we write, ⟦U+202E⟧.
 */
export function hasLookAlikesInName(name: string): boolean {
  if (!NON_ASCII.test(name)) return false
  const text = name.replace(HIDDEN, '')
  if (WRITTEN_OUT.test(text) || text.normalize('NFKC') !== text) return true
  if ([SIGN_IN_NAME, FOREIGN_SIGN, STROKE_IN_NAME, LATIN_IN_NAME, OPTION].some(sign => sign.test(text)))
    return true
  return wordsIn(text).some(mixesScripts) || (text.match(SEGMENT) ?? []).some(isLikeLatin)
}

/**
 * The same for content: only in words and numbers, since quotation marks, fractions, symbols and the forms of other
 * writing systems are legitimate there.
 */
export function hasLookAlikesInProse(text: string): boolean {
  return NON_ASCII.test(text) && text.split('\n').some(line => NON_ASCII.test(line) && isDeceptiveLine(line))
}

const WIDE = /[\uff01-\uff5e]+/g
const WIDE_BESIDE_ASCII = /[A-Za-z][\uff21-\uff5a]|[\uff21-\uff5a][A-Za-z]/
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** Between letters or digits of ASCII, where a dot, a slash or the like would be. */
const SIGN_IN_WORD = new RegExp(
  `[A-Za-z0-9][${LIKE_SIGN}\\u037e\\u1fef\\u2024\\ufe50-\\ufe6b\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff5e][A-Za-z0-9]`,
  'u',
)
/** Fractions and ratios. */
const BETWEEN_NUMBERS = /(?<=\d)[\u2044\u2236\u2032\u2217](?=\d)/g

function isDeceptiveLine(line: string): boolean {
  if (WRITTEN_OUT.test(line) || WIDE_BESIDE_ASCII.test(line)) return true
  const plain = (CJK.test(line) ? line.replace(WIDE, wide => wide.normalize('NFKC')) : line).replace(
    BETWEEN_NUMBERS,
    '/',
  )
  if (SIGN_IN_WORD.test(plain) || FOREIGN_SIGN.test(plain)) return true
  return wordsIn(plain).some(word => mixesScripts(word) || isCompatible(word))
}

const WORD = /[\p{L}\p{N}\p{M}_]+/gu
const wordsIn = (text: string): string[] => (text.match(WORD) ?? []).filter(word => NON_ASCII.test(word))

/** Scripts with letters that are drawn like those of another; of the Greek ones those that are. */
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /[ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγικνορυχωϲϳ]/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
]

const mixesScripts = (word: string): boolean => SCRIPTS.filter(script => script.test(word)).length > 1

/** What paths, addresses and commands are put together of. */
const SEGMENT = /[^/\\:=,;|&<>()[\]{}'"`“”«»]+/g

/** The letters of these scripts that are drawn like a Latin one. */
const LIKE_LATIN = [
  'аеорсухѕіјԁԛԝһӏѵАВЕЅІЈКМНОРСТУХҮԌԚԜ',
  'αγικνορυχωϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧ',
  'օոսհցյզգքՕՍՏԼՈ',
  'ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏎᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏳᏴ',
  'ⲀⲂⲈⲎⲒⲔⲘⲚⲞⲢⲤⲦⲬⲟⲣⲥ',
  'ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ',
].join('')
const FOREIGN = ['Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu']
  .map(script => `\\p{Script=${script}}`)
  .join('')
const FOREIGN_LETTER = new RegExp(`[${FOREIGN}]`, 'u')
const PLAINLY_FOREIGN = new RegExp(`(?![${LIKE_LATIN}])[${FOREIGN}]`, 'u')

/**
 * Whether nothing in a part of a name tells that it is not Latin: neither the part as a whole, since “о” in “Отчёт о
 * поездке” is a word among others, nor a word of it that also has letters of ASCII.
 */
const isLikeLatin = (segment: string): boolean =>
  hasOnlyLikeLatin(segment) ||
  segment.split(/\s+/).some(word => /[A-Za-z]/.test(word) && hasOnlyLikeLatin(word))

function hasOnlyLikeLatin(text: string): boolean {
  return FOREIGN_LETTER.test(text) && !PLAINLY_FOREIGN.test(text)
}

/** Letters and digits that stand for those of ASCII: mathematical ones, ligatures, full width; but no emoji. */
const LETTER = /(?!\p{Extended_Pictographic})[\p{Lu}\p{Ll}\p{Lt}\p{Nd}]/u

const isCompatible = (word: string): boolean =>
  [...word].length > 1 &&
  [...word].some(
    char => NON_ASCII.test(char) && LETTER.test(char) && /[A-Za-z0-9]/.test(char.normalize('NFKC')),
  )
