export const countFiles = (files: number): string =>
  files === 1 ? '1 arquivo' : `${files.toLocaleString('pt-BR')} arquivos`;
