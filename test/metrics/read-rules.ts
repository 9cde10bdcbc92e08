import { readProjectFile } from '../sources/read-document.ts';

export interface AlertRule {
  name: string;
  expression: string;
  severity: string;
  summary: string;
  runbook: string;
}

/** The rules of deploy/alerts.yml, which writes each text on one line. */
export function readRules(): AlertRule[] {
  const [, ...rules] = readProjectFile('deploy/alerts.yml').split('      - alert: ');
  return rules.map((rule) => {
    const of = (pattern: RegExp) => pattern.exec(rule)?.[1] ?? '';
    return {
      name: of(/^(\w+)/),
      expression: of(/^ {8}expr: (?:\|\n)?([^]+?)\n {8}for:/m).trim(),
      severity: of(/^ {10}severity: (\w+)$/m),
      summary: of(/^ {10}summary: '(.+)'$/m),
      runbook: of(/^ {10}runbook: '(.+)'$/m),
    };
  });
}

/** The expressions of the panels of deploy/grafana.json. */
export function readPanels(): { title: string; expressions: string[] }[] {
  const { panels } = JSON.parse(readProjectFile('deploy/grafana.json')) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  return panels.map(({ title, targets = [] }) => ({ title, expressions: targets.map(({ expr }) => expr) }));
}
