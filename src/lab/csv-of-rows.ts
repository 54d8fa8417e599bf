/** Whether a text begins as the lab's CSV of rows does, as exported or as a spreadsheet saved it again. */
export const isCsvOfRows = (text: string): boolean =>
  /^\ufeff?"?model"?[,;\t]"?item_id"?[,;\t]"?condition"?[,;\t]/u.test(text);
