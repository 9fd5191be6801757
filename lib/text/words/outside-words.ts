/** Why a Plan was revised: what its people did begins with “you”. What is said first is read back first. */
const ENGLISH_CAUSE = {
  planned: 'the agent planned its work',
  wentOn: 'the agent went on',
  said: 'you said: {text}',
  plan: 'you changed the plan: {parts}',
  planWritten: 'you changed the plan: how it is written',
  state: 'you changed the state: {parts}',
  written: 'you changed {tool}: how its arguments are written',
  changed: 'you changed {tool}: {parts}',
  replaced: 'you ran {other} in the place of {tool}',
  answered: 'you answered in the place of {tool}',
  deniedBecause: 'you denied {tool}: {reason}',
  denied: 'you denied {tool}',
  ranFailed: 'you ran {tool}, which failed: {text}',
  ran: 'you ran {tool}: {text}',
}

const RUSSIAN_CAUSE: typeof ENGLISH_CAUSE = {
  planned: 'агент спланировал работу',
  wentOn: 'агент продолжил работу',
  said: 'вы сказали: {text}',
  plan: 'вы изменили план: {parts}',
  planWritten: 'вы изменили запись плана',
  state: 'вы изменили состояние: {parts}',
  written: 'вы изменили запись аргументов вызова {tool}',
  changed: 'вы изменили вызов {tool}: {parts}',
  replaced: 'вместо {tool} вы выполнили {other}',
  answered: 'вы ответили вместо {tool}',
  deniedBecause: 'вы отклонили {tool}: {reason}',
  denied: 'вы отклонили {tool}',
  ranFailed: 'вы выполнили {tool}, с ошибкой: {text}',
  ran: 'вы выполнили {tool}: {text}',
}

/** Why a message did not get through. */
const ENGLISH_DELIVERY = {
  redirected: '{text} Redirects are not followed.',
  handedOver: '{place}: {parts} The message had been handed over, and may arrive.',
  handedOverSaid: '{place}: {text} The message had been handed over, and may arrive.',
  notSentTo: '{place}: {parts} Nothing was sent.',
  notSent: '{parts} Nothing was sent.',
  notSentSaid: '{text} Nothing was sent.',
  mayHaveArrived: '{parts} 1 request had been sent, and may have taken effect.',
  slow: 'It took longer than {seconds} s.',
  noEnvironment: 'The server’s environment has no {names}, which this channel needs.',
  noWebAddress: 'The address of this channel is no http or https address.',
  badHeader: 'The header {name} cannot be sent with its value.',
  stopped: 'It was stopped.',
  noHost: 'There is no host of that name.',
  noLookUp: 'The name of the host cannot be looked up now.',
  refused: 'The host refuses the connection.',
  reset: 'The host broke off the connection.',
  silent: 'The host does not answer.',
  late: 'The host took the request and did not answer in time.',
  fellSilent: 'The host fell silent.',
  unpackable: 'What came cannot be unpacked.',
  redirects: 'It redirects more than {count} times.',
  brokeOff: 'It broke off. {parts}',
  refusedAt: 'connect ECONNREFUSED {place}.',
  unknownHost: 'getaddrinfo ENOTFOUND {host}.',
  closed: 'The connection was closed.',
  failed: 'The connection failed.',
  failedSaid: 'The connection failed: {reason}.',
  notPublicName:
    '{host} is at {address}, which is not a public address. Only public ones are fetched, and hosts that the owner of this installation lists in Settings.',
  notPublic:
    '{address} is not a public address. Only public ones are fetched, and hosts that the owner of this installation lists in Settings.',
}

const RUSSIAN_DELIVERY: typeof ENGLISH_DELIVERY = {
  redirected: '{text} По перенаправлениям сообщения не идут.',
  handedOver: '{place}: {parts} Сообщение уже передано и, возможно, дойдёт.',
  handedOverSaid: '{place}: {text} Сообщение уже передано и, возможно, дойдёт.',
  notSentTo: '{place}: {parts} Ничего не отправлено.',
  notSent: '{parts} Ничего не отправлено.',
  notSentSaid: '{text} Ничего не отправлено.',
  mayHaveArrived: '{parts} Запрос уже отправлен и, возможно, подействовал.',
  slow: 'Это длилось дольше {seconds} с.',
  noEnvironment: 'В окружении сервера нет переменных, нужных этому каналу: {names}.',
  noWebAddress: 'Адрес этого канала — не http и не https.',
  badHeader: 'Заголовок {name} нельзя отправить с таким значением.',
  stopped: 'Отправку остановили.',
  noHost: 'Хоста с таким именем нет.',
  noLookUp: 'Сейчас не удаётся узнать адрес этого хоста.',
  refused: 'Хост не принимает соединение.',
  reset: 'Хост оборвал соединение.',
  silent: 'Хост не отвечает.',
  late: 'Хост принял запрос, но вовремя не ответил.',
  fellSilent: 'Хост замолчал.',
  unpackable: 'Ответ не удалось распаковать.',
  redirects: 'Больше {count} перенаправлений подряд.',
  brokeOff: 'Связь прервалась. {parts}',
  refusedAt: 'По адресу {place} никто не отвечает.',
  unknownHost: 'Хост {host} не найден.',
  closed: 'Соединение закрыто.',
  failed: 'Соединиться не удалось.',
  failedSaid: 'Соединиться не удалось: {reason}.',
  notPublicName:
    '{host} ведёт на {address}, а это не публичный адрес. Запросы идут только на публичные адреса и хосты, которые владелец указал в настройках.',
  notPublic:
    '{address} — не публичный адрес. Запросы идут только на публичные адреса и хосты, которые владелец указал в настройках.',
}

const LISTED = 'tool {tools} resource {resources} other {prompts}'

/** What is wrong with a server of tools. */
const ENGLISH_TOOL_SERVER = {
  lastWrote: '{parts} It last wrote: {text}',
  lastWroteSaid: '{reason} It last wrote: {text}',
  connectionEnded: 'The connection ended.',
  connectionClosed: 'MCP error -32000: Connection closed',
  ended: 'The server has ended.',
  notReading: 'The server was ended, since it does not read what it is sent.',
  tooMuch: 'The server sent a message of more than {size} MB.',
  tooDeep: 'The server sent a message that is deeper than {levels} levels, or of more than {limit} parts.',
  halfAnswer: 'The server ended its answer before it was whole.',
  largeLists: 'Its lists are of more than {size} MB.',
  endlessList: `Its list of {kind, select, ${LISTED}} has no end.`,
  noList: `It gave something else than a list of {kind, select, ${LISTED}}.`,
  listRefused: `Its list of {kind, select, ${LISTED}} cannot be had: {reason}`,
  restless: 'The tool {name} was left out: it is described in another way at every listing.',
  leftOut: 'The {kind, select, tool {tool} resource {resource} other {prompt}} {name} was left out: {reason}',
  more: 'And {count} more.',
  slow: 'The server did not answer within {seconds} seconds.',
  noProgram: 'spawn {command} ENOENT',
  mayNotRun: 'spawn {command} EACCES',
  refusedAt: 'connect ECONNREFUSED {place}',
  unknownHost: 'getaddrinfo ENOTFOUND {host}',
  fetchFailed: 'fetch failed',
  notConnected: 'This server is not connected.',
  noSignIn: 'The server does not say where to sign in.',
  noFolder: 'There is no folder to keep what comes of signing in.',
}

const RUSSIAN_LISTED = 'tool {инструментов} resource {ресурсов} other {заготовок}'

const RUSSIAN_TOOL_SERVER: typeof ENGLISH_TOOL_SERVER = {
  lastWrote: '{parts} Последнее, что он написал: {text}',
  lastWroteSaid: '{reason} Последнее, что он написал: {text}',
  connectionEnded: 'Соединение закончилось.',
  connectionClosed: 'Соединение закрыто.',
  ended: 'Сервер завершился.',
  notReading: 'Сервер остановлен: он не читает, что ему отправляют.',
  tooMuch: 'Сервер прислал сообщение больше {size} МБ.',
  tooDeep: 'В сообщении сервера больше {levels} уровней вложенности или больше {limit} частей.',
  halfAnswer: 'Сервер оборвал ответ на середине.',
  largeLists: 'Его списки больше {size} МБ.',
  endlessList: `Список {kind, select, ${RUSSIAN_LISTED}} у него не кончается.`,
  noList: `Вместо списка {kind, select, ${RUSSIAN_LISTED}} он прислал что-то другое.`,
  listRefused: `Список {kind, select, ${RUSSIAN_LISTED}} не получен: {reason}`,
  restless: 'Без инструмента {name}: при каждом запросе списка он описан по-другому.',
  leftOut: 'Без {kind, select, tool {инструмента} resource {ресурса} other {заготовки}} {name}: {reason}',
  more: 'И ещё {count}.',
  slow: 'Сервер не ответил за {seconds} с.',
  noProgram: 'Не удалось запустить {command}: такой программы нет.',
  mayNotRun: 'Не удалось запустить {command}: нет прав.',
  refusedAt: 'По адресу {place} никто не отвечает.',
  unknownHost: 'Хост {host} не найден.',
  fetchFailed: 'Запрос не прошёл.',
  notConnected: 'Этот сервер не подключён.',
  noSignIn: 'Сервер не говорит, где войти.',
  noFolder: 'Нет папки, где хранить данные входа.',
}

/** What is told of a Plan, of channels and of servers of tools, and is stored as English text alone. */
export const ENGLISH_OUTSIDE = {
  cause: ENGLISH_CAUSE,
  delivery: ENGLISH_DELIVERY,
  toolServer: ENGLISH_TOOL_SERVER,
}

export const RUSSIAN_OUTSIDE: typeof ENGLISH_OUTSIDE = {
  cause: RUSSIAN_CAUSE,
  delivery: RUSSIAN_DELIVERY,
  toolServer: RUSSIAN_TOOL_SERVER,
}
