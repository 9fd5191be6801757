import type { ResultMessage } from '@/lib/domain/call/solution'
import type { DemoLanguage, DemoRequest } from './demo-requests'

export type DemoOutcome = 'done' | 'changed' | 'answered' | 'failed' | 'notRun'

/** What the demo says, in the language that it is asked in. */
export type DemoWords = {
  whatItIs: string
  nothingNew: string
  notUnderstood: string
  noTools: string
  wouldReplace: string
  report: string
  and: string
  willAll: (requests: string) => string
  will: (request: DemoRequest) => string
  cannot: (request: DemoRequest, why: string) => string
  notOffered: (tool: string) => string
  outcomes: Record<DemoOutcome, string>
  /** What a result says beside its outcome. */
  detail: (result: ResultMessage, outcome: DemoOutcome) => string
  length: (chars: number) => string
}

function inEnglish(request: DemoRequest): string {
  switch (request.kind) {
    case 'create':
      return request.content === '' ? `create ${request.path}, empty` : `create ${request.path}`
    case 'replace':
      return `change ${request.path}`
    case 'read':
      return `read ${request.path}`
    case 'list':
      return request.path === undefined ? 'list the files' : `list the files in ${request.path}`
    case 'append':
      return `append to ${request.path}`
  }
}

type Verbs = Record<DemoRequest['kind'], string>

const RUSSIAN_WILL: Verbs = {
  create: 'создам',
  replace: 'изменю',
  read: 'прочитаю',
  list: 'покажу',
  append: 'допишу',
}
const RUSSIAN_CANNOT: Verbs = {
  create: 'создать',
  replace: 'изменить',
  read: 'прочитать',
  list: 'показать',
  append: 'дописать',
}

function inRussian(request: DemoRequest, verbs: Verbs): string {
  const verb = verbs[request.kind]
  switch (request.kind) {
    case 'create':
      return `${verb} ${request.content === '' ? 'пустой файл ' : ''}${request.path}`
    case 'list':
      return request.path === undefined ? `${verb} файлы` : `${verb} файлы в ${request.path}`
    case 'append':
      return `${verb} в ${request.path}`
    default:
      return `${verb} ${request.path}`
  }
}

const DENIED = /^The person denied this call; it did not run\.(?: Reason: (?<reason>.*))?$/s
const REFUSED = /^This call was refused; it did not run\. /
const BEFORE_RESULT = /^(?:The person changed the arguments|The person ran) [^\n]*\nResult:\n/
const BEFORE_ANSWER = /^The person answered [^\n]*\n/
const WRITES = ['write_file', 'edit_file']

/** Results are English, since they are for models, and are quoted so. */
function detailInRussian({ tool, text, isError }: ResultMessage): string {
  const denied = DENIED.exec(text)
  if (denied) return denied.groups?.reason ? `Причина: ${denied.groups.reason}` : ''
  const result = text.replace(BEFORE_RESULT, '').replace(BEFORE_ANSWER, '').replace(REFUSED, '')
  if (!isError && WRITES.includes(tool) && !BEFORE_ANSWER.test(text)) return ''
  return result
}

export const DEMO_WORDS: Record<DemoLanguage, DemoWords> = {
  en: {
    whatItIs:
      'I am scripted:demo, a small program and no language model. Told in plain words I create, change, read and list files, as in “create notes.md with Hello”; for anything else connect a model, by “Connect a model” on the page, or by a provider’s key in the environment.',
    nothingNew: 'There is nothing new for me to do.',
    notUnderstood: 'I did not understand this:',
    noTools:
      'No tools are offered to me. In a dialect of text they are told in words, which I do not read: choose the dialect Auto or Native for me, or play the replies with scripted:replay.',
    wouldReplace: 'write_file would replace the whole file. Try replacing its last words with longer ones.',
    report: 'Here is what happened.',
    and: 'and',
    willAll: requests => `I will ${requests}.`,
    will: inEnglish,
    cannot: (request, why) => `I cannot ${inEnglish(request)}: ${why}`,
    notOffered: tool => `the tool ${tool} is not offered to me here.`,
    outcomes: {
      done: 'done',
      changed: 'done, with a change',
      answered: 'answered by a person',
      failed: 'failed',
      notRun: 'not run',
    },
    detail: ({ text }) => text,
    length: chars => `${chars} characters in all`,
  },
  ru: {
    whatItIs:
      'Я scripted:demo — небольшая программа, а не языковая модель. Простыми словами меня можно попросить создать, изменить, прочитать или показать файлы, например: «создай notes.md с текстом Привет»; для всего остального подключите модель — кнопкой «Подключить модель» на странице или ключом провайдера в переменных окружения.',
    nothingNew: 'Для меня пока нет ничего нового.',
    notUnderstood: 'Этого я не понял:',
    noTools:
      'Инструментов у меня здесь нет. В текстовых диалектах их описывают словами, а я таких описаний не читаю: выберите для меня диалект «Авто» или «Собственный» либо задайте ответы через scripted:replay.',
    wouldReplace:
      'write_file заменил бы файл целиком. Попробуйте заменить последние слова файла на более длинный текст.',
    report: 'Вот что получилось.',
    and: 'и',
    willAll: requests => `Сейчас ${requests}.`,
    will: request => inRussian(request, RUSSIAN_WILL),
    cannot: (request, why) => `Не могу ${inRussian(request, RUSSIAN_CANNOT)}: ${why}`,
    notOffered: tool => `инструмента ${tool} у меня здесь нет.`,
    outcomes: {
      done: 'готово',
      changed: 'готово, с изменением',
      answered: 'ответил человек',
      failed: 'не получилось',
      notRun: 'не запущено',
    },
    detail: detailInRussian,
    length: chars => `всего знаков: ${chars}`,
  },
}
