import { tellChannels } from '#shop/alerts/tell-channels.ts';
import { tellStaffDevices } from '#shop/push/tell-staff-devices.ts';
import type { Job } from './job.ts';

export const sendAlertsJob: Job = {
  name: 'send-alerts',
  // Of fifteen promised minutes, few may pass unseen.
  everySeconds: 15,
  async run(ctx) {
    await tellChannels(ctx);
    await tellStaffDevices(ctx);
  },
};
