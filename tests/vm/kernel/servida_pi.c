// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * What of a Raspberry Pi Zero 2 W a PC lacks, so that the console runs on it unchanged: the board's name and revision
 * in /proc/device-tree, and /dev/i2c-1 with a panel at 0x3c that acknowledges, takes as long as 400 kHz does, and
 * tells in its status whether it is on. With `missing` set nothing answers.
 *
 * Every write to the panel can be read from /dev/servida-wire: nanoseconds (8 bytes), length (4 bytes), the bytes.
 */
#include <linux/delay.h>
#include <linux/i2c.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/proc_fs.h>
#include <linux/timekeeping.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

#define PANEL 0x3c
#define ROOM (8 << 20)

static bool missing;
module_param(missing, bool, 0644);
static unsigned int hz = 400000;
module_param(hz, uint, 0644);

static DEFINE_MUTEX(wire);
static u8 *log_bytes;
static size_t written, taken;
static unsigned long lost;
module_param(lost, ulong, 0444);

static bool on;
static unsigned int arguments;

/* How many argument bytes follow a command (data sheet, table 9-1; 8Dh is the charge pump's, from its appendix). */
static unsigned int arguments_of(u8 command)
{
	switch (command) {
	case 0x20: case 0x81: case 0x8d: case 0xa8: case 0xd3: case 0xd5: case 0xd9: case 0xda: case 0xdb:
		return 1;
	case 0x21: case 0x22: case 0xa3:
		return 2;
	default:
		return 0;
	}
}

static void command(u8 byte)
{
	if (arguments) {
		arguments--;
		return;
	}
	arguments = arguments_of(byte);
	if (byte == 0xae || byte == 0xaf)
		on = byte == 0xaf;
}

static void take(const u8 *bytes, u32 length)
{
	u64 now = ktime_get_ns();
	u32 at = 0;

	if (written + 12 + length > ROOM) {
		lost++;
	} else {
		memcpy(log_bytes + written, &now, 8);
		memcpy(log_bytes + written + 8, &length, 4);
		memcpy(log_bytes + written + 12, bytes, length);
		written += 12 + length;
	}
	while (at < length) {
		u8 control = bytes[at++];
		u32 end = control & 0x80 ? min(at + 1, length) : length;

		for (; at < end; at++)
			if (!(control & 0x40))
				command(bytes[at]);
	}
}

static int transfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	int i, j;

	for (i = 0; i < count; i++) {
		struct i2c_msg *message = &messages[i];
		unsigned long us = (message->len + 1) * 9 * 1000000UL / hz;

		if (message->addr != PANEL || missing)
			return -EREMOTEIO;
		usleep_range(us, us + 50);
		mutex_lock(&wire);
		if (message->flags & I2C_M_RD)
			for (j = 0; j < message->len; j++)
				message->buf[j] = on ? 0x00 : 0x40;
		else
			take(message->buf, message->len);
		mutex_unlock(&wire);
	}
	return count;
}

static u32 abilities(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm algorithm = { .master_xfer = transfer, .functionality = abilities };
static struct i2c_adapter adapter = { .owner = THIS_MODULE, .name = "servida-pi", .algo = &algorithm, .nr = 1 };

/* Gives what was written since the last reading; nothing is the end of the file. */
static ssize_t wire_read(struct file *file, char __user *to, size_t count, loff_t *offset)
{
	size_t size;
	ssize_t result;

	mutex_lock(&wire);
	size = min(count, written - taken);
	result = copy_to_user(to, log_bytes + taken, size) ? -EFAULT : size;
	if (result > 0)
		taken += size;
	if (taken == written)
		taken = written = 0;
	mutex_unlock(&wire);
	return result;
}

static const struct file_operations wire_operations = { .owner = THIS_MODULE, .read = wire_read };
static struct miscdevice wire_device = {
	.minor = MISC_DYNAMIC_MINOR, .name = "servida-wire", .fops = &wire_operations, .mode = 0600,
};

static const char model[] = "Raspberry Pi Zero 2 W Rev 1.0";
static const char compatible[] = "raspberrypi,model-zero-2-w\0brcm,bcm2837";
static const u8 revision[] = { 0x00, 0x90, 0x21, 0x20 };
static struct proc_dir_entry *tree;

static ssize_t model_read(struct file *file, char __user *to, size_t count, loff_t *offset)
{
	return simple_read_from_buffer(to, count, offset, model, sizeof(model));
}

static ssize_t compatible_read(struct file *file, char __user *to, size_t count, loff_t *offset)
{
	return simple_read_from_buffer(to, count, offset, compatible, sizeof(compatible));
}

static ssize_t revision_read(struct file *file, char __user *to, size_t count, loff_t *offset)
{
	return simple_read_from_buffer(to, count, offset, revision, sizeof(revision));
}

static const struct proc_ops model_operations = { .proc_read = model_read };
static const struct proc_ops compatible_operations = { .proc_read = compatible_read };
static const struct proc_ops revision_operations = { .proc_read = revision_read };

static int __init begin(void)
{
	int error;

	log_bytes = vmalloc(ROOM);
	if (!log_bytes)
		return -ENOMEM;
	error = misc_register(&wire_device);
	if (error)
		goto free;
	error = i2c_add_numbered_adapter(&adapter);
	if (error)
		goto deregister;
	tree = proc_mkdir("device-tree", NULL);
	if (tree) {
		proc_create("model", 0444, tree, &model_operations);
		proc_create("compatible", 0444, tree, &compatible_operations);
		proc_create("linux,revision", 0444, proc_mkdir("system", tree), &revision_operations);
	}
	return 0;
deregister:
	misc_deregister(&wire_device);
free:
	vfree(log_bytes);
	return error;
}

static void __exit end(void)
{
	proc_remove(tree);
	i2c_del_adapter(&adapter);
	misc_deregister(&wire_device);
	vfree(log_bytes);
}

module_init(begin);
module_exit(end);
MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION("A Raspberry Pi's panel and name for a virtual PC");
