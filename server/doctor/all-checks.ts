import type { Check } from './check.ts';
import { checkAddress } from './checks/check-address.ts';
import { checkBackup } from './checks/check-backup.ts';
import { checkClock } from './checks/check-clock.ts';
import { checkConnections } from './checks/check-connections.ts';
import { checkCookies } from './checks/check-cookies.ts';
import { checkDatabase } from './checks/check-database.ts';
import { checkDisk } from './checks/check-disk.ts';
import { checkGateway } from './checks/check-gateway.ts';
import { checkMailServer } from './checks/check-mail-server.ts';
import { checkPrivacy } from './checks/check-privacy.ts';
import { checkProxies } from './checks/check-proxies.ts';
import { checkSender } from './checks/check-sender.ts';
import { checkStorage } from './checks/check-storage.ts';
import { checkVersions } from './checks/check-versions.ts';
import { checkWebhooks } from './checks/check-webhooks.ts';

/** In the order in which the owner reads them. */
export const allChecks: readonly Check[] = [
  checkAddress,
  checkCookies,
  checkProxies,
  checkConnections,
  checkDatabase,
  checkDisk,
  checkPrivacy,
  checkClock,
  checkGateway,
  checkWebhooks,
  checkMailServer,
  checkSender,
  checkStorage,
  checkBackup,
  checkVersions,
];
