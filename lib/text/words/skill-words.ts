/** What the server says of skills. A fault says what to do as well. */
export const ENGLISH_SKILLS = {
  tooLarge: 'It is larger than 64 KB. Move a part of it into a file that it names.',
  notText: 'It is not text.',
  noHead:
    'It does not begin with a line ---. Make that its first line, then give name: and description:, then --- again.',
  openHead: 'Its head is not ended by a second line ---. Add one below name and description.',
  noKey: 'Line {line} of its head is not “key: value”. Write a key, a colon, a space and the value.',
  twice: 'Its head says {key} twice, again in line {line}. Keep one of them.',
  openQuotes: 'The quotes of {key} in line {line} do not end. Close them, or take them away.',
  noName: 'Its head names no name. Give one in line {line}, such as name: release-notes.',
  otherName: 'Its name in line {line} is not made of a-z, 0-9 and -, 64 at most: {name}',
  noDescription: 'Its head has no description. Say in line {line} what it is for: description: …',
  noText: 'It has no text after its head. Write below line {line} how it is done.',
  longDescription: 'Its description is longer than {most} characters: every run pays for it.',
  otherFolder: 'It is named {name}, and its folder {folder}.',
  sameName:
    'Another skill has this name and is used instead: {path}{isOwners, select, yes { of the data directory} other {}}.',
  many: 'Only the first {most} of {count} skills here are read.',
  most: 'There are {most} skills, which is the most. Delete one first.',
  folderInUse: 'There is a skill in the folder {name} already. Give this one another name.',
  changed: 'The skill was changed since you opened it; nothing was saved. Look at it as it is now.',
  secret: 'It holds a secret, and an agent reads all of it. Take the secret out.',
  secretInFile: 'It holds a secret, which is not shown here. Take it out of the file itself: {path}',
  noPlace: 'This server has no data directory to keep skills in.',
}

export const RUSSIAN_SKILLS: typeof ENGLISH_SKILLS = {
  tooLarge: 'Он больше 64 КБ. Вынесите часть в отдельный файл и назовите его здесь.',
  notText: 'Это не текст.',
  noHead: 'В начале нет строки ---. Сделайте её первой, затем укажите name: и description:, затем снова ---.',
  openHead: 'Заголовок не закрыт второй строкой ---. Добавьте её под name и description.',
  noKey:
    'Строка {line} заголовка не похожа на «ключ: значение». Напишите ключ, двоеточие, пробел и значение.',
  twice: 'Ключ {key} указан дважды, второй раз в строке {line}. Оставьте один.',
  openQuotes: 'Кавычки у {key} в строке {line} не закрыты. Закройте или уберите их.',
  noName: 'В заголовке нет имени. Укажите его в строке {line}, например name: release-notes.',
  otherName: 'Имя в строке {line} должно состоять из a-z, 0-9 и -, не больше 64 знаков: {name}',
  noDescription: 'В заголовке нет описания. Напишите в строке {line}, для чего навык: description: …',
  noText: 'После заголовка нет текста. Напишите под строкой {line}, как это делается.',
  longDescription: 'Описание длиннее {most} знаков: за него платит каждый запуск.',
  otherFolder: 'Имя навыка — {name}, а его папка — {folder}.',
  sameName:
    'Это имя уже у другого навыка, применяется он: {path}{isOwners, select, yes { в каталоге данных} other {}}.',
  many: 'Читаются только первые {most} навыков из {count}.',
  most: 'Навыков уже {most}, больше нельзя. Сначала удалите один.',
  folderInUse: 'В папке {name} уже есть навык. Дайте этому другое имя.',
  changed: 'Навык изменили после того, как вы его открыли; ничего не сохранено. Посмотрите, какой он теперь.',
  secret: 'В нём есть секрет, а агент читает его целиком. Уберите секрет.',
  secretInFile: 'В нём есть секрет, который здесь не показывается. Уберите его в самом файле: {path}',
  noPlace: 'У этого сервера нет каталога данных, где хранить навыки.',
}
